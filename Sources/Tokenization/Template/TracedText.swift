// Text in which every Unicode scalar knows whether the template wrote it or somebody's data brought it along. All string
// work of the interpreter is done on it, so that no operation can lose the provenance. Indices count Unicode scalars, as
// those of Python's strings do; equality and order look at the scalars alone.

/// One Unicode scalar and where it came from.
struct TracedScalar: Sendable {
    var scalar: Unicode.Scalar
    /// True if a literal of the template (or a token text that the runner handed in as its own) wrote it.
    var isTrusted: Bool
}

/// A text and its provenance, scalar by scalar.
struct TracedText: Sendable {
    var scalars: [TracedScalar]

    init(scalars: [TracedScalar] = []) {
        self.scalars = scalars
    }

    init(_ scalars: ArraySlice<TracedScalar>) {
        self.scalars = Array(scalars)
    }

    init(_ text: String, isTrusted: Bool) {
        scalars = text.unicodeScalars.map { TracedScalar(scalar: $0, isTrusted: isTrusted) }
    }

    static func trusted(_ text: String) -> TracedText { TracedText(text, isTrusted: true) }
    static func untrusted(_ text: String) -> TracedText { TracedText(text, isTrusted: false) }

    var count: Int { scalars.count }
    var isEmpty: Bool { scalars.isEmpty }

    /// The text without its provenance.
    var string: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars.lazy.map(\.scalar))
        return String(view)
    }

    /// The text cut where its provenance changes.
    var segments: [PromptSegment] {
        var segments: [PromptSegment] = []
        var start = 0
        for end in 1..<max(1, count + 1) where end == count || scalars[end].isTrusted != scalars[start].isTrusted {
            if start < end {
                let text = TracedText(scalars[start..<end]).string
                segments.append(PromptSegment(text: text, isTrusted: scalars[start].isTrusted))
            }
            start = end
        }
        return segments
    }

    static func + (left: TracedText, right: TracedText) -> TracedText {
        TracedText(scalars: left.scalars + right.scalars)
    }

    static func += (left: inout TracedText, right: TracedText) {
        left.scalars.append(contentsOf: right.scalars)
    }

    /// Appends text that no template wrote: what a filter or a conversion makes up itself.
    mutating func append(made text: String) {
        self += .untrusted(text)
    }
}

extension TracedText: Hashable, Comparable {
    static func == (left: TracedText, right: TracedText) -> Bool {
        left.count == right.count && left.scalars.elementsEqual(right.scalars) { $0.scalar == $1.scalar }
    }

    static func == (left: TracedText, right: String) -> Bool {
        left.scalars.lazy.map(\.scalar).elementsEqual(right.unicodeScalars)
    }

    static func < (left: TracedText, right: TracedText) -> Bool {
        left.scalars.lexicographicallyPrecedes(right.scalars) { $0.scalar < $1.scalar }
    }

    func hash(into hasher: inout Hasher) {
        for element in scalars { hasher.combine(element.scalar) }
    }
}
