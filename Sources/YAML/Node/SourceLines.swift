// The bytes of a file cut into lines, and the first thing in them that no YAML text may contain. One pass; everything that
// shows or measures a line of a source goes through here.

/// A text with its line starts.
package struct SourceLines: Sendable, Equatable {
    package let bytes: [UInt8]
    /// 3 where the text starts with a byte order mark, else 0.
    package let byteOrderMarkLength: Int
    /// The offset of the first byte of each line; never empty.
    package let lineStarts: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        byteOrderMarkLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var starts = [byteOrderMarkLength]
        for index in bytes.indices.dropFirst(byteOrderMarkLength) {
            switch bytes[index] {
            case UInt8(ascii: "\n"): starts.append(index + 1)
            case UInt8(ascii: "\r") where index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"):
                starts.append(index + 1)
            default: break
            }
        }
        lineStarts = starts
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

    /// The position of a byte, in time linear in the length of its line.
    package func position(ofByte offset: Int) -> SourcePosition {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = lineStarts[low]
        let before = bytes[start..<max(start, min(offset, bytes.count))]
        return SourcePosition(line: low + 1, column: String(decoding: before, as: UTF8.self).unicodeScalars.count + 1)
    }

    /// The offset of the byte at a position, at most that of the line's end.
    package func byteOffset(of position: SourcePosition) -> Int {
        let bytes = lineBytes(position.line)
        var column = 1
        for (index, byte) in zip(bytes.indices, bytes) where byte & 0xC0 != 0x80 {
            if column == position.column { return index }
            column += 1
        }
        return bytes.endIndex
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
