// libyaml's parser as a sequence of Swift values: the only place that touches its memory. It says what the text contains,
// in order; what is allowed and what it means is for `NodeReader`.

internal import CYAML

/// One event of a YAML text.
struct Event {
    enum Content {
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(Node.Scalar, Properties)
        case sequenceStart(Properties)
        case sequenceEnd
        case mappingStart(Properties)
        case mappingEnd
    }

    struct Properties {
        var anchor: String?
        var tag: String?
    }

    var content: Content
    var range: SourceRange
}

/// Owns a libyaml parser and the bytes that it reads. Both addresses stay the same until `deinit`: libyaml keeps them.
@safe struct EventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter bytes: valid UTF-8 without a byte order mark.
    init(_ bytes: [UInt8]) throws(ReadProblem) {
        unsafe parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        unsafe input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = unsafe input.initialize(from: bytes)
        guard unsafe yaml_parser_initialize(parser) != 0 else {
            // libyaml has zeroed the parser before it failed, so that `deinit` may delete it.
            throw ReadProblem(.outOfMemory, at: SourceRange(yaml_mark_t(), yaml_mark_t()))
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// The next event, or nil after the last.
    mutating func next() throws(ReadProblem) -> Event? {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) != 0 else { throw problem }
            defer { unsafe yaml_event_delete(&event) }
            if unsafe event.type == YAML_STREAM_END_EVENT || event.type == YAML_NO_EVENT { return nil }
            if let content = unsafe content(of: event) {
                return unsafe Event(content: content, range: SourceRange(event.start_mark, event.end_mark))
            }
        }
    }

    private func content(of event: yaml_event_t) -> Event.Content? {
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT: return unsafe .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return unsafe .scalar(
                Node.Scalar(text: String(decoding: bytes, as: UTF8.self), style: style(scalar.style)),
                Event.Properties(anchor: text(scalar.anchor), tag: text(scalar.tag)))
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            return unsafe .sequenceStart(Event.Properties(anchor: text(start.anchor), tag: text(start.tag)))
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            return unsafe .mappingStart(Event.Properties(anchor: text(start.anchor), tag: text(start.tag)))
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        default: return nil
        }
    }

    private func style(_ style: yaml_scalar_style_t) -> Node.ScalarStyle {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }

    /// A zero-terminated text of libyaml, or nil for none.
    private func text(_ start: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let start = unsafe start else { return nil }
        return unsafe String(cString: start)
    }

    private var problem: ReadProblem {
        let parser = unsafe parser.pointee
        if unsafe parser.error == YAML_MEMORY_ERROR {
            return unsafe ReadProblem(.outOfMemory, at: SourceRange(parser.mark, parser.mark))
        }
        let words = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "the text is not YAML"
        let place = unsafe SourceRange(parser.problem_mark, parser.problem_mark)
        guard let context = unsafe parser.context.map({ unsafe String(cString: $0) }) else {
            return ReadProblem(.syntax(words, start: ""), at: place)
        }
        let start = unsafe SourceRange(parser.context_mark, parser.context_mark)
        return ReadProblem(
            .syntax("\(words) \(context)", start: "it starts here"), at: place, related: start == place ? nil : start)
    }
}

extension SourceRange {
    /// libyaml counts lines and columns from 0.
    fileprivate init(_ start: yaml_mark_t, _ end: yaml_mark_t) {
        self.init(
            start: SourcePosition(line: start.line + 1, column: start.column + 1),
            end: SourcePosition(line: end.line + 1, column: end.column + 1))
    }
}
