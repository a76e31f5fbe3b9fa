// What a GGUF file says of one tensor: its name, shape, format and place. The weights themselves stay in the file.

/// The description of a tensor, checked: its bytes lie within the file and overlap no other tensor's.
package struct GGUFTensor: Hashable, Sendable {
    package let name: String
    package let format: TensorFormat
    /// 1 to 4 positive sizes, the innermost first as in the file: columns (the length of a row), then rows.
    package let dimensions: [Int]
    /// Where the weights stand in the file.
    package let bytes: Range<Int>
    /// Where the description stands in the file: the place to show in an error about this tensor.
    package let offset: Int

    /// The length of a row.
    package var columns: Int { dimensions[0] }
    /// The number of rows: the product of all dimensions but the first.
    package var rows: Int { dimensions.dropFirst().reduce(1, *) }
    /// The number of weights.
    package var count: Int { columns * rows }
}
