// Pre-tokenizers by the names that model files give them: the cuts that text gets before any merge. A merge never reaches
// across a cut, so a model only understands text that was cut as in its training; a name that is not known is refused.

/// Cuts text into words in one stage after another, each cutting what the one before left whole.
struct PreTokenizer: Sendable {
    enum Stage: Sendable, Hashable {
        /// `\p{N}{1,n}`
        case digits(Int)
        /// `[0-9][0-9][0-9]`
        case digitTriples
        /// `[\p{P}$+<=>^~|]+`, with the backtick if true.
        case punctuation(backtick: Bool)
        case words(WordPattern)
        /// `[\r\n]`
        case lineBreak
        /// `\s?[…]+`
        case run(ScalarSet)
        /// The same without the white space before it.
        case bareRun(ScalarSet)
        /// `\s+$`
        case endingSpace
    }

    let stages: [Stage]
    /// Whether a word that is a token is that token, whatever the merges would make of it.
    let takesWholeWords: Bool
    /// Whether the family begins texts with a token, where the file does not say.
    let addsBeginningOfText: Bool

    init(named name: String) throws(TokenizationError) {
        if let family = Self.families.first(where: { $0.names.contains(name) }) {
            stages = family.stages
            takesWholeWords = family.takesWholeWords
            addsBeginningOfText = family.addsBeginningOfText
        } else if Self.unsupportedNames.contains(name) {
            throw TokenizationError(.unsupportedPreTokenizer(name))
        } else {
            throw TokenizationError(.unknownPreTokenizer(name))
        }
    }

    /// The ends of the words of `bytes[range]`, ascending; the last is the end of the range.
    func wordEnds(in bytes: [UInt8], _ range: Range<Int>) -> [Int] {
        guard !range.isEmpty else { return [] }
        let text = ClassifiedText(bytes, range)
        var ends = [text.count]
        for stage in stages {
            var cuts: [Int] = []
            cuts.reserveCapacity(max(ends.count, text.count / 4))
            var start = 0
            for end in ends {
                stage.cut(text, start, end, into: &cuts)
                start = end
            }
            ends = cuts
        }
        return ends.map { text.offsets[$0] }
    }
}

extension PreTokenizer.Stage {
    /// Appends the ends of the pieces of `start..<end`.
    fileprivate func cut(_ text: ClassifiedText, _ start: Int, _ end: Int, into cuts: inout [Int]) {
        var index = start
        // Scalars from `gap` on that no match has taken yet: they are a piece of their own.
        var gap = start
        while index < end {
            let next = match(text, index, end)
            if next > index {
                if gap < index { cuts.append(index) }
                cuts.append(next)
                index = next
                gap = next
            } else {
                index += 1
            }
        }
        if gap < end { cuts.append(end) }
    }

    /// The end of the match at `index`, or `index` where there is none.
    private func match(_ text: ClassifiedText, _ index: Int, _ end: Int) -> Int {
        switch self {
        case .digits(let most):
            return text.end(ofRun: .number, from: index, limit: most < end - index ? index + most : end)
        case .digitTriples:
            let digits: ClosedRange<UInt32> = 0x30...0x39
            guard index + 3 <= end, (index..<(index + 3)).allSatisfy({ digits.contains(text.scalars[$0]) }) else {
                return index
            }
            return index + 3
        case .punctuation(let backtick):
            var next = index
            while next < end, text.has(.punctuation, at: next) || Self.isSign(text.scalars[next], backtick: backtick) {
                next += 1
            }
            return next
        case .words(let pattern):
            return pattern.end(ofWordAt: index, in: text, limit: end)
        case .lineBreak: return text.has(.lineBreak, at: index) ? index + 1 : index
        case .run(let set):
            let next = text.has(.whitespace, at: index) ? set.end(ofRunAt: index + 1, in: text, limit: end) : index
            return next > index + 1 ? next : set.end(ofRunAt: index, in: text, limit: end)
        case .bareRun(let set): return set.end(ofRunAt: index, in: text, limit: end)
        case .endingSpace:
            return text.end(ofRun: .whitespace, from: index, limit: end) == end ? end : index
        }
    }

    private static func isSign(_ scalar: UInt32, backtick: Bool) -> Bool {
        switch Unicode.Scalar(scalar) {
        case "$", "+", "<", "=", ">", "^", "~", "|": true
        case "`": backtick
        default: false
        }
    }
}
