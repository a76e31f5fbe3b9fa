// The alphabet in which byte-level BPE files write their tokens: each byte is one printable character, so that a token file
// is text. Printable bytes of Latin-1 stand for themselves; the others are U+0100, U+0101 and so on in order.
// A. Radford et al., "Language Models are Unsupervised Multitask Learners", 2019.

/// Bytes and the characters that stand for them.
enum ByteLevelAlphabet {
    /// The scalar that stands for each byte.
    static let scalars: [UInt16] = {
        var scalars: [UInt16] = []
        var next: UInt16 = 0x100
        for byte in UInt16(0)..<256 {
            let isPrintable =
                (0x21...0x7E).contains(byte) || (0xA1...0xAC).contains(byte) || (0xAE...0xFF).contains(byte)
            scalars.append(isPrintable ? byte : next)
            if !isPrintable { next += 1 }
        }
        return scalars
    }()

    /// The byte that each scalar below U+0144 stands for, or -1.
    private static let bytes: [Int16] = {
        var bytes = [Int16](repeating: -1, count: 0x144)
        for (byte, scalar) in scalars.enumerated() { bytes[Int(scalar)] = Int16(byte) }
        return bytes
    }()

    /// Appends the characters for `byte` in UTF-8.
    static func append(_ byte: UInt8, to text: inout [UInt8]) {
        let scalar = scalars[Int(byte)]
        if scalar < 0x80 {
            text.append(UInt8(truncatingIfNeeded: scalar))
        } else {
            text.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }

    /// Appends the bytes that `text[range]` stands for; text of another alphabet is appended as it is.
    static func appendBytes(of text: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
        let before = output.count
        var index = range.lowerBound
        while index < range.upperBound {
            let lead = text[index]
            var scalar = Int(lead)
            index += 1
            if (0xC2..<0xE0).contains(lead), index < range.upperBound {
                scalar = Int(lead & 0x1F) << 6 | Int(text[index] & 0x3F)
                index += 1
            } else if lead >= 0x80 {
                scalar = bytes.count
            }
            guard scalar < bytes.count, bytes[scalar] >= 0 else {
                output.removeLast(output.count - before)
                output.append(contentsOf: text[range])
                return
            }
            output.append(UInt8(truncatingIfNeeded: bytes[scalar]))
        }
    }
}
