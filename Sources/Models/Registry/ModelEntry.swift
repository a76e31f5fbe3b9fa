// What the registry knows of a model: enough to say what it is, to fetch its weights, and to tell right from wrong ones.

/// One registered model.
package struct ModelEntry: Sendable, Hashable {
    /// What playgrounds and commands call it: lower-case letters, digits, `.`, `_` and `-`.
    package var name: String
    /// What people call it.
    package var displayName: String
    /// Of the weights, in the folder of models.
    package var fileName: String
    /// Of the weights; nil where nobody has said.
    package var byteCount: Int?
    /// Of the weights, 64 lower-case hexadecimal digits.
    package var sha256: String
    /// Nil where nobody has said.
    package var license: ModelLicense?
    /// Codes (ISO 639) of the languages that it speaks, the best first; empty where nobody has said.
    package var languageCodes: [String]
    package var source: WeightsSource

    package init(
        name: String, displayName: String, fileName: String, byteCount: Int?, sha256: String, license: ModelLicense?,
        languageCodes: [String], source: WeightsSource
    ) {
        self.name = name
        self.displayName = displayName
        self.fileName = fileName
        self.byteCount = byteCount
        self.sha256 = sha256
        self.license = license
        self.languageCodes = languageCodes
        self.source = source
    }
}

/// Under what terms weights may be used.
package struct ModelLicense: Sendable, Hashable {
    /// An SPDX identifier, or a name of the same form where SPDX has none.
    package var identifier: String
    package var title: String
    package var url: String
    /// Whether the user has to agree before the weights are fetched.
    package var needsAcceptance: Bool

    package static let apache2 = ModelLicense(
        identifier: "Apache-2.0", title: "Apache License 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0",
        needsAcceptance: false)
    package static let gemma = ModelLicense(
        identifier: "Gemma", title: "Gemma Terms of Use", url: "https://ai.google.dev/gemma/terms",
        needsAcceptance: true)

    package init(identifier: String, title: String, url: String, needsAcceptance: Bool) {
        self.identifier = identifier
        self.title = title
        self.url = url
        self.needsAcceptance = needsAcceptance
    }
}

/// Where weights come from.
package enum WeightsSource: Sendable, Hashable {
    /// Members of Python packages, joined in this order.
    case packages([PackageMember])
    /// A file behind an address.
    case url(String)
    /// A file of this machine, by its absolute path.
    case file(String)

    /// For people.
    package var summary: String {
        switch self {
        case .packages(let members) where members.count == 1: "the Python package \(members[0].requirement)"
        case .packages(let members):
            "\(members.count) Python packages, \(members.first?.requirement ?? "") to \(members.last?.requirement ?? "")"
        case .url(let url): url
        case .file(let path): path
        }
    }
}

/// A file inside the wheel of a Python package.
package struct PackageMember: Sendable, Hashable {
    package var package: String
    package var version: String
    /// Of the wheel, which is compressed.
    package var wheelByteCount: Int
    /// Inside the wheel.
    package var path: String
    /// Of the file at `path`.
    package var byteCount: Int

    package init(package: String, version: String, wheelByteCount: Int, path: String, byteCount: Int) {
        self.package = package
        self.version = version
        self.wheelByteCount = wheelByteCount
        self.path = path
        self.byteCount = byteCount
    }

    /// As pip takes it.
    var requirement: String { "\(package)==\(version)" }
}
