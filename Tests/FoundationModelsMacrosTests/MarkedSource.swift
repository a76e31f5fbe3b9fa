// Source with the place that a test is about marked in it: `var «a» = 1`.

import Foundation

@testable import FoundationModelsMacros

/// Swift source whose `«…»` are taken out and remembered as ranges of bytes.
struct MarkedSource {
    private(set) var text = ""
    private(set) var ranges: [Range<Int>] = []

    init(_ marked: String) {
        var start = 0
        for character in marked {
            switch character {
            case "«": start = text.utf8.count
            case "»": ranges.append(start..<text.utf8.count)
            default: text.append(character)
            }
        }
    }

    var syntax: SourceSyntax { SourceSyntax(source: text) }
}

/// `message` at bytes of the source, as it is compared.
struct Report: Equatable, CustomStringConvertible {
    var range: Range<Int>
    var message: String

    init(_ range: Range<Int>, _ message: String) {
        self.range = range
        self.message = message
    }

    init(_ diagnostic: Diagnostic) { self.init(diagnostic.range, diagnostic.message) }

    var description: String { "\(range): \(message)" }
}

extension AttachedRequest {
    /// A request as the compiler makes it: the first attribute of the declaration is the macro's.
    static func of(
        _ declaration: String, role: String = "member", attribute: String? = nil, context: [String] = []
    ) -> AttachedRequest {
        let syntax = SourceSyntax(source: declaration)
        var reader = DeclarationReader(syntax)
        let range = try? reader.attributes().first?.range
        var attributeSyntax = SourceSyntax(source: attribute ?? "@Generable")
        if attribute == nil, let range {
            attributeSyntax = SourceSyntax(source: reader.text(range), offset: range.lowerBound)
        }
        return AttachedRequest(role: role, attribute: attributeSyntax, declaration: syntax, context: context)
    }
}
