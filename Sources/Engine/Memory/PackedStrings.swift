// Many short texts in two arrays: a vocabulary of a quarter of a million tokens as two allocations.

/// Many strings in one piece: string `i` is `bytes[offsets[i] ..< offsets[i + 1]]`.
package struct PackedStrings: Hashable, Sendable {
    package var bytes: [UInt8]
    /// One more than there are strings; the first is 0, the last `bytes.count`.
    package var offsets: [UInt32]

    package var count: Int { offsets.count - 1 }

    /// The bytes of one string.
    package subscript(index: Int) -> ArraySlice<UInt8> { bytes[Int(offsets[index])..<Int(offsets[index + 1])] }
}
