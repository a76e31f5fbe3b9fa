// YAML as a tree of what was written and where. A scalar keeps its text and its style and is given no type: whether `no`,
// `1.10` or `012` is text, a number or a truth value is for the field to say that it stands in.

/// A scalar, sequence or mapping with its place. Aliases stand replaced by what they name, with the place of that.
package struct Node: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case scalar(Scalar)
        case sequence([Node])
        /// In the order of the text; no two keys have the same text.
        case mapping([Entry])
    }

    package enum ScalarStyle: Sendable, Equatable {
        case plain
        case singleQuoted
        case doubleQuoted
        /// `|`
        case literal
        /// `>`
        case folded
    }

    package struct Scalar: Sendable, Equatable {
        /// After unescaping, folding and chomping; lines end in `\n`.
        package var text: String
        package var style: ScalarStyle

        package init(text: String, style: ScalarStyle) {
            self.text = text
            self.style = style
        }
    }

    package struct Entry: Sendable, Equatable {
        package var key: Key
        package var value: Node

        package init(key: Key, value: Node) {
            self.key = key
            self.value = value
        }
    }

    /// A key: always a scalar.
    package struct Key: Sendable, Equatable {
        package var text: String
        package var range: SourceRange

        package init(text: String, range: SourceRange) {
            self.text = text
            self.range = range
        }
    }

    package var content: Content
    /// From the first scalar of the value (after an anchor) to its end. A block scalar ends where its last line does.
    package var range: SourceRange

    package init(_ content: Content, range: SourceRange) {
        self.content = content
        self.range = range
    }

    /// True where nothing was written: `key:` and then the end of the line.
    package var isAbsent: Bool {
        content == .scalar(Scalar(text: "", style: .plain))
    }
}
