// The rows of a matrix under way: the product of the axes, less what is excluded, and what is included.

internal import Platform

/// Makes the rows of a matrix.
struct MatrixBuilder {
    var axes: [MatrixAxis]
    /// For each row in turn, an index into the values of each axis.
    private(set) var choices: [Int32]

    /// Bytes of a key at most.
    static let keyLimit = 200

    /// All combinations; the last axis varies first.
    init(axes: [MatrixAxis], rowCount: Int) {
        self.axes = axes
        choices = []
        choices.reserveCapacity(rowCount * axes.count)
        var row = Array(repeating: Int32(0), count: axes.count)
        for _ in 0..<rowCount {
            choices += row
            for axis in axes.indices.reversed() {
                row[axis] += 1
                if row[axis] < axes[axis].values.count { break }
                row[axis] = 0
            }
        }
    }

    private var rowCount: Int { choices.count / axes.count }

    /// Leaves out rows whose values all are among those given by axis.
    ///
    /// - Returns: whether there were any.
    mutating func exclude(_ matching: [Int: Set<Int32>]) -> Bool {
        var kept: [Int32] = []
        kept.reserveCapacity(choices.count)
        for row in 0..<rowCount {
            let start = row * axes.count
            guard !matching.allSatisfy({ $1.contains(choices[start + $0]) }) else { continue }
            kept += choices[start..<start + axes.count]
        }
        defer { choices = kept }
        return kept.count < choices.count
    }

    /// Adds a row.
    ///
    /// - Returns: false where it is there already.
    mutating func include(_ row: [Int32]) -> Bool {
        let isKnown = (0..<rowCount).contains { choices[$0 * axes.count..<($0 + 1) * axes.count].elementsEqual(row) }
        if !isKnown { choices += row }
        return !isKnown
    }

    func matrix(at location: SourceLocation) -> Matrix {
        let keys = (0..<rowCount).map { row in
            axes.indices.map { axis in
                let key = axes[axis].values[Int(choices[row * axes.count + axis])].key
                return axes.count == 1 ? key : Self.escaped(key)
            }.joined(separator: "/")
        }
        return Matrix(axes: axes, choices: choices, keys: keys, location: location)
    }

    /// The key of a listed value: the text itself where it is short and on one line, else its hash.
    static func key(of text: String) -> String {
        let isShort = !text.isEmpty && text.utf8.count <= 40 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        return isShort ? text : SHA256.hash(Array(text.utf8)).prefix(12)
    }

    /// As in a JSON Pointer (RFC 6901), so that the keys of two rows are two keys.
    private static func escaped(_ key: String) -> String {
        key.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
