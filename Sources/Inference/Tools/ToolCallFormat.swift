// How a model writes a call of a tool: markers, keys and order, as plain data. Two parts read it: the reader of a turn,
// which finds calls in what a model wrote, and whoever makes a model write one.

package import Tokenization

/// The markup of calls. A call in full is
///
///     opening  beforeName  NAME  beforeArguments  ARGUMENTS  afterArguments  closing
///
/// where everything between the markers is JSON: an object, or a list of objects.
package struct ToolCallFormat: Sendable, Hashable {
    package enum Family: String, Sendable, Hashable, CaseIterable {
        /// `<tool_call>{"name": …, "arguments": …}</tool_call>`, a block a call: Hermes, Qwen, SmolLM3.
        case hermes
        /// `<tool_call>[{"name": …, "arguments": …}]</tool_call>`, one block: SmolLM2 of 1.7 billion weights.
        case hermesList
        /// `[TOOL_CALLS][{"name": …, "arguments": …}]`: Mistral.
        case mistral
        /// `<|tool_call|>[{"name": …, "arguments": …}]`: Granite 3.
        case granite
        /// `{"name": …, "parameters": …}` as the whole turn, or after `<|python_tag|>`: Llama 3.
        case llama
        /// A fenced block `tool_code` of JSON: Gemma 3.
        case toolCode
        /// A fenced block `tool_call`, for models whose template knows no tools; see `ToolText`.
        case plain
    }

    /// Text that begins or ends a call. Where it is a token of its own, that token is the marker and the text is not.
    package struct Marker: Sendable, Hashable {
        package var text: String
        package var token: TokenID?

        package init(_ text: String, token: TokenID? = nil) {
            self.text = text
            self.token = token
        }
    }

    package var family: Family
    /// What switches from text to a call, at the start of a line where it is text, anywhere where it is a token. Nil: a
    /// turn that begins with the JSON is the call.
    package var opening: Marker?
    /// A further opening that is read but not written.
    package var otherOpening: Marker?
    /// Nil: the JSON ends by itself.
    package var closing: Marker?
    /// Whether the calls of one block are a list.
    package var isList: Bool
    package var nameKey: String
    /// The first is written, all are read.
    package var argumentsKeys: [String]
    /// What may stand between calls that have no markers.
    package var separator: Unicode.Scalar?
    /// Whether a turn is over at the first text after a call, for models that were never taught to stop there.
    package var endsTurn: Bool
    package var beforeName: String
    package var beforeArguments: String
    package var afterArguments: String

    /// Whether JSON at the start of a turn is a call.
    package var isBare: Bool { opening == nil }
}

/// One call as it is to be written.
package struct ToolCallScaffold: Sendable, Hashable {
    package var opening: ToolCallFormat.Marker?
    /// From the opening to the arguments, which begin with `{`.
    package var prefix: String
    /// From the arguments to the closing.
    package var suffix: String
    package var closing: ToolCallFormat.Marker?

    /// All bytes before the arguments, the opening's included.
    package var prefixBytes: [UInt8] { Array(((opening?.text ?? "") + prefix).utf8) }
    /// All bytes after the arguments, the closing's included.
    package var suffixBytes: [UInt8] { Array((suffix + (closing?.text ?? "")).utf8) }
}

extension ToolCallFormat {
    /// What stands around the arguments of a call of the tool `name`.
    package func scaffold(for name: String) -> ToolCallScaffold {
        ToolCallScaffold(
            opening: opening, prefix: beforeName + JSONText.escaped(name) + beforeArguments, suffix: afterArguments,
            closing: closing)
    }

    /// A call in full, as text.
    package func text(of call: ToolCallText) -> String {
        let scaffold = scaffold(for: call.name)
        return (opening?.text ?? "") + scaffold.prefix + call.arguments + scaffold.suffix + (closing?.text ?? "")
    }

    /// The texts of the markers that can't be typed: those that are tokens.
    package var markers: [Marker] { [opening, otherOpening, closing].compactMap(\.self) }
}

/// Texts within JSON.
enum JSONText {
    /// The inside of a string of JSON, without its quotes.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
