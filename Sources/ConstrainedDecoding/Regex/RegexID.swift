// A regular expression over bytes, as a number: equal expressions of one arena are equal numbers.

/// An expression of one `RegexArena`.
package struct RegexID: Sendable, Hashable {
    package let index: Int32

    package init(index: Int32) {
        self.index = index
    }
}
