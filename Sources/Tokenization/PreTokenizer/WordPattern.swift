// The pattern that cuts text into words, with the choices in which model families differ. Each family states its pattern as a
// regular expression; the expressions are all of one build, and this scanner matches them without an engine, in linear time.

/// A family's word pattern: alternatives tried in this order at each place, the first that matches is the word.
///
/// 1. a contraction: `'s 't 're 've 'm 'll 'd`
/// 2. letters, with one scalar before them
/// 3. digits
/// 4. anything else that is not white space, with a space before it
/// 5. white space up to its last line break
/// 6. white space, without the last one if a word follows
struct WordPattern: Sendable, Hashable {
    enum Contractions: Sendable { case lowerCase, anyCase, afterLetters, none }
    /// What may stand before the letters of a word.
    enum Lead: Sendable {
        /// ` ?`
        case space
        /// `[^\r\n\p{L}\p{N}]?`
        case anyButLineBreak
    }
    enum Letters: Sendable {
        /// `\p{L}+`
        case letters
        /// `[\p{L}\p{M}]+`
        case lettersAndMarks
        /// Upper case then lower case, either may be missing:
        /// `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+`, else the same with `+` and `*`.
        case cased
    }
    /// What may follow punctuation: nothing, `[\r\n]*`, `[\r\n/]*`.
    enum Tail: Sendable { case none, lineBreaks, lineBreaksAndSlashes }

    var contractions: Contractions
    var lead: Lead
    var letters: Letters
    /// How many digits a word may have.
    var digits: Int
    /// Whether digits may have a space before them.
    var digitsTakeSpace: Bool
    var tail: Tail
    /// Whether alternative 5 exists.
    var endsAtLineBreaks: Bool

    /// `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
    static let gpt2 = WordPattern(
        contractions: .lowerCase, lead: .space, letters: .letters, digits: .max, digitsTakeSpace: true, tail: .none,
        endsAtLineBreaks: false)

    /// `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
    static let llama3 = WordPattern(
        contractions: .anyCase, lead: .anyButLineBreak, letters: .letters, digits: 3, digitsTakeSpace: false,
        tail: .lineBreaks, endsAtLineBreaks: true)

    /// As `llama3`, with digits one by one.
    static let qwen2 = llama3.with(\.digits, 1)
    /// As `qwen2`, with marks taken as letters.
    static let qwen35 = qwen2.with(\.letters, .lettersAndMarks)
    /// Cased words, digits one by one, slashes after punctuation, no contractions.
    static let tekken = qwen2.with(\.contractions, .none).with(\.letters, .cased).with(\.tail, .lineBreaksAndSlashes)
    /// As `tekken`, with contractions at the end of words and digits by three.
    static let gpt4o = tekken.with(\.contractions, .afterLetters).with(\.digits, 3)

    func with<Value>(_ path: WritableKeyPath<WordPattern, Value>, _ value: Value) -> WordPattern {
        var copy = self
        copy[keyPath: path] = value
        return copy
    }

    /// The end of the word that begins at `start`. `limit` counts as the end of the text.
    func end(ofWordAt start: Int, in text: ClassifiedText, limit: Int) -> Int {
        if contractions == .lowerCase || contractions == .anyCase {
            let end = self.end(ofContractionAt: start, in: text, limit: limit)
            if end > start { return end }
        }
        if let end = end(ofLettersAt: start, in: text, limit: limit) {
            return contractions == .afterLetters ? self.end(ofContractionAt: end, in: text, limit: limit) : end
        }
        let afterSpace = text.scalars[start] == 0x20 && start + 1 < limit ? start + 1 : start
        let digitStart = digitsTakeSpace ? afterSpace : start
        if text.has(.number, at: digitStart) {
            let limit = digits < limit - digitStart ? digitStart + digits : limit
            return text.end(ofRun: .number, from: digitStart, limit: limit)
        }
        let word: ScalarClass = letters == .lettersAndMarks ? [.letter, .mark] : .letter
        let end = text.end(ofRunWithout: word.union([.whitespace, .number]), from: afterSpace, limit: limit)
        if end > afterSpace { return self.end(ofTailAt: end, in: text, limit: limit) }
        return self.end(ofWhitespaceAt: start, in: text, limit: limit)
    }

    /// The end of a word of letters, or nil. The scalar before the letters is first taken as that, then, where it may be
    /// part of the letters itself, as one of them.
    private func end(ofLettersAt start: Int, in text: ClassifiedText, limit: Int) -> Int? {
        let hasLead =
            switch lead {
            case .space: text.scalars[start] == 0x20
            case .anyButLineBreak: !text.has([.lineBreak, .letter, .number], at: start)
            }
        let afterLead = hasLead && start + 1 < limit ? start + 1 : start
        if letters == .cased {
            return end(ofLowerCaseAt: afterLead, in: text, limit: limit)
                ?? end(ofLowerCaseAt: start, in: text, limit: limit)
                ?? end(ofUpperCaseAt: afterLead, in: text, limit: limit)
                ?? end(ofUpperCaseAt: start, in: text, limit: limit)
        }
        let group: ScalarClass = letters == .lettersAndMarks ? [.letter, .mark] : .letter
        if text.has(group, at: afterLead) { return text.end(ofRun: group, from: afterLead, limit: limit) }
        return text.has(group, at: start) ? text.end(ofRun: group, from: start, limit: limit) : nil
    }

    /// `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+`. Where no lower case follows, the first part gives back
    /// until its last scalar is one that both parts may have.
    private func end(ofLowerCaseAt start: Int, in text: ClassifiedText, limit: Int) -> Int? {
        let upper = end(ofRunButLowerCaseAt: start, in: text, limit: limit)
        let end = self.end(ofRunButUpperCaseAt: upper, in: text, limit: limit)
        if end > upper { return end }
        return (start..<upper).last { !text.has(.upperCase, at: $0) }.map { $0 + 1 }
    }

    /// `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*`
    private func end(ofUpperCaseAt start: Int, in text: ClassifiedText, limit: Int) -> Int? {
        let upper = end(ofRunButLowerCaseAt: start, in: text, limit: limit)
        return upper > start ? end(ofRunButUpperCaseAt: upper, in: text, limit: limit) : nil
    }

    private func end(ofRunButLowerCaseAt start: Int, in text: ClassifiedText, limit: Int) -> Int {
        var index = start
        while index < limit, text.has([.letter, .mark], at: index), !text.has(.lowerCase, at: index) { index += 1 }
        return index
    }

    private func end(ofRunButUpperCaseAt start: Int, in text: ClassifiedText, limit: Int) -> Int {
        var index = start
        while index < limit, text.has([.letter, .mark], at: index), !text.has(.upperCase, at: index) { index += 1 }
        return index
    }

    /// The end of a contraction, or `start` where there is none.
    private func end(ofContractionAt start: Int, in text: ClassifiedText, limit: Int) -> Int {
        guard start + 1 < limit, text.scalars[start] == 0x27 else { return start }
        let toLowerCase: UInt32 = contractions == .lowerCase ? 0 : 0x20
        func letter(_ index: Int) -> Unicode.Scalar? {
            guard index < limit, text.scalars[index] < 0x80 else { return nil }
            return Unicode.Scalar(text.scalars[index] | toLowerCase)
        }
        switch (letter(start + 1), letter(start + 2)) {
        case ("s", _), ("t", _), ("m", _), ("d", _): return start + 2
        case ("r", "e"), ("v", "e"), ("l", "l"): return start + 3
        default: return start
        }
    }

    private func end(ofTailAt start: Int, in text: ClassifiedText, limit: Int) -> Int {
        guard tail != .none else { return start }
        var index = start
        while index < limit,
            text.has(.lineBreak, at: index) || tail == .lineBreaksAndSlashes && text.scalars[index] == 0x2F
        {
            index += 1
        }
        return index
    }

    private func end(ofWhitespaceAt start: Int, in text: ClassifiedText, limit: Int) -> Int {
        let end = text.end(ofRun: .whitespace, from: start, limit: limit)
        if endsAtLineBreaks, let last = (start..<end).last(where: { text.has(.lineBreak, at: $0) }) { return last + 1 }
        return end < limit && end - start > 1 ? end - 1 : end
    }
}
