// Texts with templates: prompts and instructions, in the file or included, and warnings where YAML has quietly taken
// something away from them.

internal import YAML

extension DocumentParser {
    /// `instructions:` is text or `{file: path}`; it may name parameters only.
    mutating func instructions(_ node: Node, usesTemplates: Bool) -> PromptTemplate? {
        guard case .mapping = node.content else {
            return template(node, allowsCells: false, usesTemplates: usesTemplates)
        }
        guard let path = mapping(node, .file)?["file"].flatMap({ text($0) }) else { return nil }
        do throws(Diagnostic) {
            let file = try includes.text(path)
            let place = SourceRange(
                start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))
            var cursor = IncludedTextCursor(file.text)
            return resolve(
                file.text, usesTemplates: usesTemplates, allowsCells: false,
                at: SourceLocation(file: file.source.path, range: place)
            ) { cursor.position(ofScalar: $0) }
        } catch let problem {
            errorCount += 1
            diagnostics.append(problem)
            return nil
        }
    }

    /// `prompt:` is text or a list of parts.
    mutating func prompt(_ node: Node, usesTemplates: Bool) -> [PromptPart] {
        switch node.content {
        case .scalar:
            return template(node, allowsCells: true, usesTemplates: usesTemplates).map { [.text($0)] } ?? []
        case .sequence(let items):
            if items.isEmpty { error("missing-value", "the prompt has no parts", at: node) }
            return items.compactMap { item in
                guard let fields = mapping(item, .promptPart) else { return nil }
                guard let text = fields["text"] else { return nil }
                return template(text, allowsCells: true, usesTemplates: usesTemplates).map { .text($0) }
            }
        case .mapping(let entries):
            let isFile = entries.contains { $0.key.text == "file" }
            let remedy = isFile ? "; only instructions may be a file" : "; put text in quotes"
            error("type", "a prompt must be text or a list of parts, found a mapping\(remedy)", at: firstLine(of: node))
            return []
        }
    }

    private mutating func template(_ node: Node, allowsCells: Bool, usesTemplates: Bool) -> PromptTemplate? {
        guard let text = text(node), case .scalar(let scalar) = node.content else { return nil }
        guard !scalar.text.isEmpty else {
            error("missing-value", "the text is empty", at: node)
            return nil
        }
        warnOfLoss(scalar, node)
        var cursor = ScalarCursor(scalar, range: node.range, in: source.lines)
        return resolve(
            text.value, usesTemplates: usesTemplates, allowsCells: allowsCells, at: text.location
        ) { cursor.position(ofScalar: $0) }
    }

    mutating func resolve(
        _ text: String, usesTemplates: Bool, allowsCells: Bool, at location: SourceLocation,
        position: (Int) -> SourcePosition
    ) -> PromptTemplate {
        guard usesTemplates else { return PromptTemplate(pieces: [.text(text)], location: location) }
        var pieces: [PromptTemplate.Piece] = []
        for piece in TemplateScanner.scan(text) where errorCount < Self.diagnosticLimit {
            switch piece {
            case .text(let text): pieces.append(.text(text))
            case .path(let path, let offsets):
                let start = position(offsets.lowerBound)
                let last = position(offsets.upperBound - 1)
                let end =
                    last.line == start.line
                    ? SourcePosition(line: last.line, column: last.column + 1)
                    : SourcePosition(line: start.line, column: start.column + 1)
                let place = SourceLocation(file: location.file, range: SourceRange(start: start, end: end))
                switch names.target(of: path, allowsCells: allowsCells) {
                case .found(let target): pieces.append(.reference(TemplateReference(target: target, location: place)))
                case .wrong(let code, let message): error(code, message, at: place)
                case .unknowable: break
                }
            }
        }
        return PromptTemplate(pieces: pieces, location: location)
    }

    /// A `#` behind a plain text is a comment for YAML, and may have been meant as text; a folded block joins lines that
    /// may have been meant to stay apart.
    private mutating func warnOfLoss(_ scalar: Node.Scalar, _ node: Node) {
        switch scalar.style {
        case .plain:
            let end = source.lines.byteOffset(of: node.range.end)
            let rest = source.bytes[end...]
            let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
            guard blanks > 0, rest.dropFirst(blanks).first == UInt8(ascii: "#") else { return }
            var start = node.range.end
            start.column += blanks
            warn(
                "comment-in-text",
                "the text ends before this '#'; put the text in quotes, or the comment on a line of its own",
                SourceRange(start: start, end: source.lines.end(ofLine: start.line)))
        case .folded:
            guard let line = joinedLine(node.range) else { return }
            let indent = source.lines.lineBytes(line).prefix { $0 == 0x20 }.count
            warn(
                "folded-lines", "'>' joins this line to the one before it; write '|' to keep line ends",
                SourceRange(
                    start: SourcePosition(line: line, column: indent + 1), end: source.lines.end(ofLine: line)))
        default: break
        }
    }

    /// The first line of a folded block that looks like an item of a list and is joined to the line before it.
    private func joinedLine(_ range: SourceRange) -> Int? {
        var previousIndent: Int?
        for line in (range.start.line + 1)..<(max(range.end.line, range.start.line) + 1) {
            let text = source.lines.line(line)
            let indent = text.prefix { $0 == " " }.count
            let content = text.dropFirst(indent)
            defer { previousIndent = content.isEmpty ? nil : indent }
            guard previousIndent == indent, content.prefixMatch(of: #/([-*+•]|[0-9]+[.)])\s/#) != nil else { continue }
            return line
        }
        return nil
    }
}
