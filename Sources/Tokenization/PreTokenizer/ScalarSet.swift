// Sets of scalars that some families list one by one in their patterns, in place of general categories.

/// Scalars of some general categories, or in some ranges.
struct ScalarSet: Sendable, Hashable {
    var classes: ScalarClass = []
    /// Ascending ranges that belong to the set beside `classes`.
    var ranges: [ClosedRange<UInt32>] = []
    /// Ascending ranges that do not belong to it, whatever their class.
    var exceptions: [ClosedRange<UInt32>] = []

    func contains(_ index: Int, in text: ClassifiedText) -> Bool {
        let scalar = text.scalars[index]
        guard text.has(classes, at: index) || Self.contains(ranges, scalar) else { return false }
        return !Self.contains(exceptions, scalar)
    }

    /// The end of the run of its scalars that begins at `start`; `start` where there is none.
    func end(ofRunAt start: Int, in text: ClassifiedText, limit: Int) -> Int {
        var index = start
        while index < limit, contains(index, in: text) { index += 1 }
        return index
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ scalar: UInt32) -> Bool {
        ranges.contains { $0.contains(scalar) }
    }

    /// `\p{L}`
    static let letters = ScalarSet(classes: .letter)
    /// `\p{P}`
    static let punctuation = ScalarSet(classes: .punctuation)
    /// `[一-龥ࠀ-一가-퟿]`
    static let eastAsian = ScalarSet(ranges: [0x800...0x9FA5, 0xAC00...0xD7FF])
    /// `[!-/:-~！-／：-～‘-‟　-。]`
    static let deepSeekSigns = ScalarSet(ranges: [
        0x21...0x2F, 0x3A...0x7E, 0x2018...0x201F, 0x3000...0x3002, 0xFF01...0xFF0F, 0xFF1A...0xFF5E,
    ])
    /// The letters with case as DeepSeek LLM lists them: those of Unicode, less some that came late and some scripts.
    static let deepSeekLetters = ScalarSet(
        classes: [.upperCase, .lowerCase],
        exceptions: [
            0x560...0x588, 0x10C7...0x10FF, 0x1C80...0x1C8F, 0x2D00...0x2D2D, 0xA790...0xA7FA, 0xAB30...0xAB68,
            0x10570...0x105BC, 0x10D50...0x10D85, 0x16E40...0x16E7F, 0x1D400...0x1DF2A,
        ])
}
