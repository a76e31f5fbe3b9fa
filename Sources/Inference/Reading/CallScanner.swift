// The JSON of one block of calls, scalar by scalar: objects with a name and arguments, alone or in a list. It tells what it
// is sure of, and that it can't be a call as soon as that is clear.

internal import Tokenization

/// Reads the inside of one block, from behind its opening marker to before its closing one.
struct CallScanner: Sendable {
    enum Event: Sendable {
        case none
        /// A call began: its name, and what of its arguments is known by then.
        case began(name: String, arguments: String)
        case argument(Unicode.Scalar)
        /// The object of a call is whole.
        case callEnded
        /// All that may stand in the block is there.
        case blockEnded
        case refused(MalformedToolCall.Reason)
    }

    private enum Step: Sendable {
        case listStart, objectStart, firstKey, key, inKey, colon, value, inName, arguments, skipped(JSONExtent?)
        case skippedString, afterValue, afterObject, ended
    }

    private let format: ToolCallFormat
    private let toolNames: Set<String>
    /// Whether nothing but the JSON itself says that this is a call.
    private let isBare: Bool
    private var step: Step
    private var extent = JSONExtent()
    private var isEscaped = false
    private var raw = String.UnicodeScalarView()
    private var key = ""
    private(set) var name: String?
    /// The arguments as far as they are known; nil until they begin.
    private var arguments: String.UnicodeScalarView?
    /// Whether the present call has been told.
    private(set) var hasBegun = false
    /// Whether the arguments of the present call are complete.
    private(set) var hasWholeArguments = false

    init(format: ToolCallFormat, toolNames: Set<String>, isBare: Bool) {
        (self.format, self.toolNames, self.isBare) = (format, toolNames, isBare)
        step = format.isList ? .listStart : .objectStart
    }

    /// Whether the arguments of a call are being written.
    var isInArguments: Bool {
        if case .arguments = step { true } else { false }
    }

    /// Whether the block could end here: every call in it is whole.
    var isWhole: Bool {
        if case .ended = step { true } else { false }
    }

    mutating func read(_ scalar: Unicode.Scalar) -> Event {
        let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
        switch step {
        case .listStart:
            if isSpace { return .none }
            guard scalar == "[" || scalar == "{" else { return .refused(.noCall) }
            step = .objectStart
            if scalar == "{" { startObject() }
        case .objectStart:
            if isSpace { return .none }
            guard scalar == "{" else { return .refused(.noCall) }
            startObject()
        case .firstKey, .key:
            if isSpace { return .none }
            if case .firstKey = step, scalar == "}" { return endObject() }
            guard scalar == "\"" else { return .refused(.notJSON) }
            (raw, step) = (String.UnicodeScalarView(), .inKey)
        case .inKey:
            guard let text = readString(scalar) else { return .none }
            guard let text = text.value else { return .refused(.notJSON) }
            (key, step) = (text, .colon)
        case .colon:
            if isSpace { return .none }
            guard scalar == ":" else { return .refused(.notJSON) }
            step = .value
        case .value: return isSpace ? .none : beginValue(scalar)
        case .inName:
            guard let text = readString(scalar) else { return .none }
            guard let text = text.value else { return .refused(.notJSON) }
            (name, step) = (text, .afterValue)
            guard toolNames.contains(text) else { return .refused(.unknownTool) }
            return isBare && arguments == nil ? .none : begin()
        case .arguments: return readArgument(scalar)
        case .skippedString: if readString(scalar) != nil { step = .afterValue }
        case .skipped(let inner): return skip(scalar, inner, isSpace: isSpace)
        case .afterValue:
            if isSpace { return .none }
            if scalar == "}" { return endObject() }
            guard scalar == "," else { return .refused(.notJSON) }
            step = .key
        case .afterObject:
            if isSpace { return .none }
            if scalar == "]" {
                step = .ended
                return .blockEnded
            }
            guard scalar == "," else { return .refused(.notJSON) }
            step = .objectStart
        case .ended: return .none
        }
        return .none
    }

    private mutating func startObject() {
        (step, name, arguments, hasBegun, hasWholeArguments) = (.firstKey, nil, nil, false, false)
    }

    /// The string that ends with this scalar, if one does; its value is nil where its escapes are none.
    private mutating func readString(_ scalar: Unicode.Scalar) -> (value: String?, Void)? {
        if isEscaped {
            isEscaped = false
        } else if scalar == "\\" {
            isEscaped = true
        } else if scalar == "\"" {
            guard case .string(let text)? = TemplateValue(json: "\"\(String(raw))\"") else { return (nil, ()) }
            return (text, ())
        }
        raw.append(scalar)
        return nil
    }

    private mutating func beginValue(_ scalar: Unicode.Scalar) -> Event {
        if key == format.nameKey {
            guard scalar == "\"", name == nil else { return .refused(name == nil ? .notJSON : .unexpected) }
            (raw, step) = (String.UnicodeScalarView(), .inName)
            return .none
        }
        if format.argumentsKeys.contains(key) {
            guard scalar == "{", arguments == nil else { return .refused(.argumentsNoObject) }
            (arguments, extent, step) = (String.UnicodeScalarView(), JSONExtent(), .arguments)
            return readArgument(scalar)
        }
        switch scalar {
        case "\"": (raw, step) = (String.UnicodeScalarView(), .skippedString)
        case "{", "[":
            var inner = JSONExtent()
            _ = inner.read(scalar)
            step = .skipped(inner)
        default: step = .skipped(nil)
        }
        return .none
    }

    private mutating func readArgument(_ scalar: Unicode.Scalar) -> Event {
        arguments?.append(scalar)
        switch extent.read(scalar) {
        case .open: break
        case .broken: return .refused(.argumentsNoObject)
        case .closed:
            step = .afterValue
            let text = String(arguments ?? String.UnicodeScalarView())
            guard TemplateValue(json: text)?.isDictionary == true else { return .refused(.argumentsNoObject) }
            hasWholeArguments = true
        }
        if hasBegun { return .argument(scalar) }
        return name == nil ? .none : begin()
    }

    private mutating func begin() -> Event {
        hasBegun = true
        return .began(name: name ?? "", arguments: arguments.map { String($0) } ?? "")
    }

    /// A value of no interest: a number or word without `extent`, else an object or list.
    private mutating func skip(_ scalar: Unicode.Scalar, _ extent: JSONExtent?, isSpace: Bool) -> Event {
        guard var extent else {
            guard isSpace || scalar == "," || scalar == "}" else { return .none }
            step = .afterValue
            return read(scalar)
        }
        switch extent.read(scalar) {
        case .open: step = .skipped(extent)
        case .closed: step = .afterValue
        case .broken: return .refused(.notJSON)
        }
        return .none
    }

    /// The end of an object, whose arguments are none where it names none.
    private mutating func endObject() -> Event {
        guard name != nil, !isBare || arguments != nil else { return .refused(.noCall) }
        (step, hasWholeArguments) = (format.isList ? .afterObject : .ended, true)
        return .callEnded
    }
}
