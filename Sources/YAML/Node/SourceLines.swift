// The bytes of a file cut into lines, and the first thing in them that no YAML text may contain. One pass; everything that
// shows or measures a line of a source goes through here.

/// A text with its line starts.
package struct SourceLines: Sendable, Equatable {
    package let bytes: [UInt8]
    /// 3 where the text starts with a byte order mark, else 0.
    package let byteOrderMarkLength: Int
    /// The offset of the first byte of each line; never empty.
    package let lineStarts: [Int]

    /// How many scalars start before each block of `blockSize` bytes: what makes places in very long lines cheap to find.
    private let scalarsBefore: [Int]
    private static let blockSize = 256

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        byteOrderMarkLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var starts = [byteOrderMarkLength]
        var blocks: [Int] = []
        var scalars = 0
        for (index, byte) in bytes.enumerated() {
            if index % Self.blockSize == 0 { blocks.append(scalars) }
            if Self.startsScalar(byte) { scalars += 1 }
            switch byte {
            case UInt8(ascii: "\n"): starts.append(index + 1)
            case UInt8(ascii: "\r") where index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"):
                starts.append(index + 1)
            default: break
            }
        }
        blocks.append(scalars)
        lineStarts = starts
        scalarsBefore = blocks
    }

    /// The bytes of a line without its end, or none for a line that is not there. Lines count from 1.
    package func lineBytes(_ line: Int) -> ArraySlice<UInt8> {
        guard line >= 1, line <= lineStarts.count else { return [] }
        let start = lineStarts[line - 1]
        var end = line < lineStarts.count ? lineStarts[line] : bytes.count
        while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return bytes[start..<end]
    }

    /// A line without its end; bytes that are not UTF-8 show as U+FFFD.
    package func line(_ line: Int) -> String {
        String(decoding: lineBytes(line), as: UTF8.self)
    }

    /// The scalars of a line without its end.
    package func width(ofLine line: Int) -> Int {
        let bytes = lineBytes(line)
        return scalarCount(before: bytes.endIndex) - scalarCount(before: bytes.startIndex)
    }

    /// The end of a line: the place after its last scalar.
    package func end(ofLine line: Int) -> SourcePosition {
        SourcePosition(line: line, column: width(ofLine: line) + 1)
    }

    /// The position of a byte, in time logarithmic in the number of lines.
    package func position(ofByte offset: Int) -> SourcePosition {
        let line = Self.lastIndex(in: lineStarts, notAbove: offset)
        let column = scalarCount(before: offset) - scalarCount(before: lineStarts[line])
        return SourcePosition(line: line + 1, column: column + 1)
    }

    /// The offset of the byte at a position, at most that of the line's end; in logarithmic time.
    package func byteOffset(of position: SourcePosition) -> Int {
        let line = lineBytes(position.line)
        let target = scalarCount(before: line.startIndex) + position.column - 1
        let block = Self.lastIndex(in: scalarsBefore, notAbove: target)
        var offset = block * Self.blockSize
        var count = scalarsBefore[block]
        while offset < line.endIndex {
            if Self.startsScalar(bytes[offset]) {
                if count == target, offset >= line.startIndex { return offset }
                count += 1
            }
            offset += 1
        }
        return line.endIndex
    }

    /// The scalars that start before a byte.
    private func scalarCount(before offset: Int) -> Int {
        let offset = max(0, min(offset, bytes.count))
        let block = offset / Self.blockSize
        return scalarsBefore[block] + bytes[block * Self.blockSize..<offset].count { Self.startsScalar($0) }
    }

    private static func startsScalar(_ byte: UInt8) -> Bool {
        byte & 0xC0 != 0x80
    }

    /// The last index of an ascending list whose value is at most `limit`; the first where there is none.
    private static func lastIndex(in values: [Int], notAbove limit: Int) -> Int {
        var low = 0
        var high = values.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if values[middle] <= limit { low = middle } else { high = middle }
        }
        return low
    }

    /// The first byte that is not UTF-8, or the first character that YAML does not allow as itself: control characters
    /// but tab and line ends, U+FFFE and U+FFFF.
    package var firstForbidden: ReadProblem? {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return nil
            case .error: return problem(.invalidUTF8(byte: bytes[offset]), atByte: offset)
            case .valid(let encoded):
                let value = Unicode.UTF8.decode(encoded).value
                if isForbidden(value) { return problem(.controlCharacter(value), atByte: offset) }
                offset += encoded.count
            }
        }
    }

    private func isForbidden(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x85: false
        case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    private func problem(_ kind: ReadProblem.Kind, atByte offset: Int) -> ReadProblem {
        let start = position(ofByte: offset)
        return ReadProblem(
            kind, at: SourceRange(start: start, end: SourcePosition(line: start.line, column: start.column + 1)))
    }
}
