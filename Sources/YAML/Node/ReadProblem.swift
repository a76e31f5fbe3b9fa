// What can be wrong with YAML text before any field has looked at it. A problem is a kind with its numbers and a place;
// the words and the stable code follow from the kind.

/// A located problem of a YAML text.
package struct ReadProblem: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case tooLarge(byteCount: Int, limit: Int)
        case invalidUTF8(byte: UInt8)
        case controlCharacter(UInt32)
        /// In libyaml's words, bettered where we know more; `start` says what the related place is.
        case syntax(String, start: String)
        case tab
        case tag(String)
        case mergeKey
        case keyNotScalar(looksLikeTemplate: Bool)
        case duplicateKey(String)
        case secondDocument
        case unknownAnchor(String)
        case aliasInsideItself(String)
        case tooManyNodes(limit: Int)
        case tooMuchText(limit: Int)
        case tooDeep(limit: Int)
        case outOfMemory
    }

    package var kind: Kind
    package var range: SourceRange
    /// The other place, such as the first of two equal keys.
    package var related: SourceRange?

    package init(_ kind: Kind, at range: SourceRange, related: SourceRange? = nil) {
        self.kind = kind
        self.range = range
        self.related = related
    }

    /// Stable, without a prefix, such as `duplicate-key`.
    package var code: String {
        switch kind {
        case .tooLarge: "too-large"
        case .invalidUTF8: "encoding"
        case .controlCharacter: "control-character"
        case .syntax, .outOfMemory: "syntax"
        case .tab: "tab"
        case .tag: "tag"
        case .mergeKey: "merge-key"
        case .keyNotScalar: "key"
        case .duplicateKey: "duplicate-key"
        case .secondDocument: "second-document"
        case .unknownAnchor, .aliasInsideItself: "alias"
        case .tooManyNodes, .tooMuchText: "too-many-nodes"
        case .tooDeep: "too-deep"
        }
    }

    package var message: String {
        switch kind {
        case .tooLarge(let byteCount, let limit):
            "file has \(byteCount) bytes, but at most \(limit) are read"
        case .invalidUTF8(let byte):
            "byte 0x\(hexadecimal(UInt32(byte), digits: 2)) is not valid UTF-8; save the file as UTF-8"
        case .controlCharacter(let value):
            "control character U+\(hexadecimal(value, digits: 4)) is not allowed; "
                + "remove it, or write it as an escape in double quotes"
        case .syntax(let words, _): words
        case .tab: "tab in the indentation; indent with spaces"
        case .tag(let tag): "tag '\(tag)' is not supported; remove it, or put the text in quotes"
        case .mergeKey: "merge key '<<' is not supported; write the keys out, or alias the whole value"
        case .keyNotScalar(looksLikeTemplate: true):
            "'{{' starts a YAML mapping here; put the text in quotes"
        case .keyNotScalar(looksLikeTemplate: false): "a key must be text, not a list or a mapping"
        case .duplicateKey(let key): "duplicate key '\(key)'"
        case .secondDocument: "a second document starts here; a file holds one"
        case .unknownAnchor(let name): "alias '*\(name)' has no anchor '&\(name)' before it"
        case .aliasInsideItself(let name): "alias '*\(name)' stands inside the value that it names"
        case .tooManyNodes(let limit): "more than \(limit) values, aliases counted with all they stand for"
        case .tooMuchText(let limit): "aliases stand for more than \(limit) bytes of text"
        case .tooDeep(let limit): "more than \(limit) levels of lists and mappings"
        case .outOfMemory: "not enough memory to read the file"
        }
    }

    /// What stands at the related place.
    package var relatedMessage: String {
        switch kind {
        case .duplicateKey: "first written here"
        case .secondDocument: "the first document starts here"
        case .aliasInsideItself: "the value starts here"
        case .syntax(_, let start): start
        default: "starts here"
        }
    }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
