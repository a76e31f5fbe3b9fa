// A transcript without the instructions that it begins with: what was said, as opposed to what the developer told the model.

extension Transcript {
    /// The entries behind the leading instructions. Changing it leaves those as they are.
    public struct HistoryView: Sendable, Equatable, ExpressibleByArrayLiteral {
        /// A place in the history.
        public struct Index: Sendable, Comparable, Hashable {
            let offset: Int

            public static func < (left: Index, right: Index) -> Bool { left.offset < right.offset }
        }

        var entries: [Entry]

        public init() {
            entries = []
        }

        public init(arrayLiteral elements: Entry...) {
            entries = elements
        }

        public init(_ entries: some Sequence<Entry>) {
            self.entries = Array(entries)
        }
    }

    /// The entries behind the leading instructions.
    public var history: HistoryView {
        get { HistoryView(storage.dropFirst(leadingInstructionsCount)) }
        set { storage.replaceSubrange(leadingInstructionsCount..., with: newValue.entries) }
    }

    private var leadingInstructionsCount: Int {
        if case .instructions = storage.first { 1 } else { 0 }
    }
}

extension Transcript.HistoryView: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public var startIndex: Index { Index(offset: 0) }
    public var endIndex: Index { Index(offset: entries.count) }

    public func index(after index: Index) -> Index { Index(offset: index.offset + 1) }
    public func index(before index: Index) -> Index { Index(offset: index.offset - 1) }
    public func index(_ index: Index, offsetBy distance: Int) -> Index { Index(offset: index.offset + distance) }
    public func distance(from start: Index, to end: Index) -> Int { end.offset - start.offset }

    public subscript(index: Index) -> Transcript.Entry {
        get { entries[index.offset] }
        set { entries[index.offset] = newValue }
    }

    public mutating func replaceSubrange(
        _ subrange: Range<Index>, with newElements: some Collection<Transcript.Entry>
    ) {
        entries.replaceSubrange(subrange.lowerBound.offset..<subrange.upperBound.offset, with: newElements)
    }
}
