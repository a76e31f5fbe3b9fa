// From bytes to a tree of located nodes. Collects what it can go on after (duplicate keys, tags, merge keys) and stops at
// what it cannot (syntax, limits). Works off a stack of its own, so that no nesting in a file can exhaust the thread's.

/// What reading a YAML text gave.
package struct ReadResult: Sendable {
    /// Nil where the text holds no document, or reading stopped.
    package var root: Node?
    /// In the order found; empty for a good text.
    package var problems: [ReadProblem]
}

/// Reads one YAML document within limits.
package struct NodeReader {
    /// How much of a text is accepted.
    package struct Limits: Sendable {
        /// Bytes of the whole text.
        package var byteCount: Int
        /// Nodes of the tree, each alias counted as all the nodes that it stands for.
        package var nodeCount: Int
        /// Bytes of text that all aliases together may bring along.
        package var aliasedByteCount: Int

        /// Of what people write.
        package static let source = Limits(byteCount: 4 << 20, nodeCount: 100_000, aliasedByteCount: 16 << 20)
        /// Of what a program wrote out of a source, prompts and answers filled in, without aliases.
        package static let record = Limits(byteCount: 256 << 20, nodeCount: 10_000_000, aliasedByteCount: 0)
    }

    /// Levels of lists and mappings, those that aliases bring along counted too.
    package static let depthLimit = 64
    /// Reading stops after this many problems.
    package static let problemLimit = 100

    private let source: SourceLines
    private let limits: Limits
    private var problems: [ReadProblem] = []
    private var open: [Collection] = []
    private var root: Measured?
    private var rootStart: SourceRange?
    private var anchors: [String: Measured] = [:]
    private var nodeCount = 0
    /// Bytes that aliases have brought along.
    private var textLength = 0

    /// A node with what it costs to walk it.
    private struct Measured {
        var node: Node
        /// Nodes, itself included.
        var count: Int
        /// Levels of collections, itself included: 0 for a scalar.
        var height: Int
        /// Bytes of all scalars in it.
        var textLength: Int
    }

    /// A sequence or mapping whose end has not come yet.
    private struct Collection {
        var isMapping: Bool
        var start: SourceRange
        var anchor: String?
        var items: [Node] = []
        var entries: [Node.Entry] = []
        var key: Node.Key?
        /// The key could not be one; its value is read and dropped.
        var dropsNextValue = false
        var keyRanges: [String: SourceRange] = [:]
        var count = 1
        var height = 1
        var textLength = 0
    }

    /// Reads a text. Time is linear in its length.
    package static func read(_ source: SourceLines, limits: Limits = .source) -> ReadResult {
        var reader = NodeReader(source: source, limits: limits)
        do throws(ReadProblem) {
            try reader.readDocument()
        } catch {
            reader.problems.append(error)
            return ReadResult(root: nil, problems: reader.problems)
        }
        return ReadResult(root: reader.root?.node, problems: reader.problems)
    }

    private init(source: SourceLines, limits: Limits) {
        self.source = source
        self.limits = limits
    }

    private mutating func readDocument() throws(ReadProblem) {
        guard source.bytes.count <= limits.byteCount else {
            let start = SourcePosition(line: 1, column: 1)
            throw ReadProblem(
                .tooLarge(byteCount: source.bytes.count, limit: limits.byteCount),
                at: SourceRange(start: start, end: start))
        }
        if let forbidden = source.firstForbidden { throw forbidden }
        let mask = LineSeparatorMask(source.bytes)
        var events = try EventReader(mask.masked(Array(source.bytes.dropFirst(source.byteOrderMarkLength))))
        do throws(ReadProblem) {
            while let event = try events.next() {
                try take(event, unmasking: mask)
                if problems.count >= Self.problemLimit { return }
            }
        } catch {
            throw SyntaxWords(source).bettered(error)
        }
    }

    private mutating func take(_ event: Event, unmasking mask: LineSeparatorMask) throws(ReadProblem) {
        switch event.content {
        case .documentStart:
            if let rootStart { throw ReadProblem(.secondDocument, at: event.range, related: rootStart) }
            rootStart = event.range
        case .documentEnd: break
        case .alias(let name): try add(try named(name, at: event.range), range: event.range)
        case .scalar(var scalar, let properties):
            let range = contentRange(event.range, after: properties, of: scalar.style)
            refuseTag(properties, at: event.range)
            scalar.text = mask.unmasked(scalar.text)
            let node = Measured(
                node: Node(.scalar(scalar), range: range), count: 1, height: 0, textLength: scalar.text.utf8.count)
            if let anchor = properties.anchor { anchors[anchor] = node }
            try add(node, range: range)
        case .sequenceStart(let properties): try begin(properties, at: event.range, isMapping: false)
        case .mappingStart(let properties): try begin(properties, at: event.range, isMapping: true)
        case .sequenceEnd, .mappingEnd: try end(at: event.range)
        }
    }

    private mutating func begin(
        _ properties: Event.Properties, at range: SourceRange, isMapping: Bool
    ) throws(ReadProblem) {
        refuseTag(properties, at: range)
        guard open.count < Self.depthLimit else { throw ReadProblem(.tooDeep(limit: Self.depthLimit), at: range) }
        let start = contentRange(range, after: properties, of: nil)
        if let anchor = properties.anchor { anchors[anchor] = nil }
        open.append(Collection(isMapping: isMapping, start: start, anchor: properties.anchor))
    }

    private mutating func end(at range: SourceRange) throws(ReadProblem) {
        guard let collection = open.popLast() else { return }
        // A block collection ends where the next token starts; its last item says better where it ends.
        let last = collection.isMapping ? collection.entries.last?.value : collection.items.last
        let isBlock = range.start == range.end
        let end = isBlock ? last?.range.end ?? collection.start.end : range.end
        let node = Node(
            collection.isMapping ? .mapping(collection.entries) : .sequence(collection.items),
            range: SourceRange(start: collection.start.start, end: max(end, collection.start.start)))
        // Its nodes were counted as they came; only an alias of it counts them again.
        let measured = Measured(
            node: node, count: collection.count, height: collection.height, textLength: collection.textLength)
        if let anchor = collection.anchor { anchors[anchor] = measured }
        try add(measured, range: node.range)
    }

    /// Puts a finished node where it belongs: under the open key, at the end of the open list, or at the root.
    private mutating func add(_ item: Measured, range: SourceRange) throws(ReadProblem) {
        nodeCount += 1
        guard nodeCount <= limits.nodeCount else {
            throw ReadProblem(.tooManyNodes(limit: limits.nodeCount), at: range)
        }
        guard !open.isEmpty else {
            root = item
            return
        }
        let top = open.count - 1
        open[top].count += item.count
        open[top].textLength += item.textLength
        open[top].height = max(open[top].height, item.height + 1)
        if !open[top].isMapping {
            open[top].items.append(item.node)
        } else if let key = open[top].key {
            open[top].entries.append(Node.Entry(key: key, value: item.node))
            open[top].key = nil
        } else if open[top].dropsNextValue {
            open[top].dropsNextValue = false
        } else {
            takeKey(item.node, at: range, in: top)
        }
    }

    private mutating func takeKey(_ node: Node, at range: SourceRange, in top: Int) {
        guard case .scalar(let scalar) = node.content else {
            var start = open[top].start
            let looksLikeTemplate = source.bytes[source.byteOffset(of: start.start)...].starts(with: "{{".utf8)
            start.end.column = start.start.column + 2
            problems.append(
                ReadProblem(
                    .keyNotScalar(looksLikeTemplate: looksLikeTemplate), at: looksLikeTemplate ? start : range))
            open[top].dropsNextValue = true
            return
        }
        if scalar.style == .plain, scalar.text == "<<" {
            problems.append(ReadProblem(.mergeKey, at: range))
            open[top].dropsNextValue = true
        } else if let first = open[top].keyRanges[scalar.text] {
            problems.append(ReadProblem(.duplicateKey(scalar.text), at: range, related: first))
            open[top].dropsNextValue = true
        } else {
            open[top].keyRanges[scalar.text] = range
            open[top].key = Node.Key(text: scalar.text, range: range)
        }
    }

    /// What an alias stands for, if the budget allows for it.
    private mutating func named(_ name: String, at range: SourceRange) throws(ReadProblem) -> Measured {
        if let enclosing = open.last(where: { $0.anchor == name }), anchors[name] == nil {
            throw ReadProblem(.aliasInsideItself(name), at: range, related: enclosing.start)
        }
        guard let measured = anchors[name] else { throw ReadProblem(.unknownAnchor(name), at: range) }
        guard open.count + measured.height <= Self.depthLimit else {
            throw ReadProblem(.tooDeep(limit: Self.depthLimit), at: range)
        }
        textLength += measured.textLength
        guard textLength <= limits.aliasedByteCount else {
            throw ReadProblem(.tooMuchText(limit: limits.aliasedByteCount), at: range)
        }
        // `add` counts one of them.
        nodeCount += measured.count - 1
        return measured
    }

    private mutating func refuseTag(_ properties: Event.Properties, at range: SourceRange) {
        guard properties.tag != nil else { return }
        // As written: libyaml has resolved `!!str` to a long name.
        let line = source.bytes[source.byteOffset(of: range.start)...].prefix {
            $0 > 0x20 && !",[]{}".utf8.contains($0)
        }
        var written = String(decoding: line, as: UTF8.self)
        if !written.hasPrefix("!"), let tag = properties.tag { written = tag }
        let end = SourcePosition(
            line: range.start.line, column: range.start.column + written.unicodeScalars.count)
        problems.append(ReadProblem(.tag(written), at: SourceRange(start: range.start, end: end)))
    }

    /// An event's range without an anchor in front, and without the empty lines that libyaml counts to a block scalar.
    private func contentRange(
        _ range: SourceRange, after properties: Event.Properties, of style: Node.ScalarStyle?
    ) -> SourceRange {
        var result = range
        if properties.anchor != nil, properties.tag == nil {
            result.start = source.contentStart(from: range.start, to: range.end)
        }
        if style == .literal || style == .folded {
            var line = range.end.column == 1 ? range.end.line - 1 : range.end.line
            while line > result.start.line, source.lineBytes(line).allSatisfy({ $0 == 0x20 }) { line -= 1 }
            result.end = source.end(ofLine: line)
        }
        return result
    }
}
