// What a model is shown of an output: text up to a limit, then its head and its tail with a notice between them. Bytes that
// are no text are described.

/// The limit of an output, and the collector of one.
struct OutputShape {
    /// Bytes that are shown at most, the notice not counted.
    let maxOutput: Int

    /// An output as it is shown.
    func text(of bytes: [UInt8]) -> String {
        var collected = CollectedOutput(self)
        collected.append(bytes[...])
        return collected.text
    }
}

/// An output as it comes, of which no more is held than is shown. Cost: linear in the bytes that come.
struct CollectedOutput {
    private let limit: Int
    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    private(set) var byteCount = 0
    private var isText = true

    init(_ shape: OutputShape) { limit = shape.maxOutput }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        byteCount += piece.count
        let room = max(0, limit - head.count)
        head += piece.prefix(room)
        let rest = piece.dropFirst(room)
        guard !rest.isEmpty else { return }
        let half = tailLimit
        tail += rest.suffix(half)
        // Cut seldom, so that small pieces cost no more than large ones.
        if tail.count > 2 * half + 4096 { tail.removeFirst(tail.count - half) }
    }

    private var tailLimit: Int { limit / 2 }

    /// The output as it is shown.
    var text: String {
        if byteCount <= limit {
            return Self.text(head[...]) ?? Self.description(of: head, byteCount: byteCount)
        }
        // The head gives up the half that the tail takes.
        let first = Self.cutBehind(head.prefix(limit - tailLimit))
        let last = Self.cutAhead((head.suffix(max(0, tailLimit - tail.count)) + tail.suffix(tailLimit))[...])
        guard let first = Self.text(first), let last = Self.text(last) else {
            return Self.description(of: head, byteCount: byteCount)
        }
        let left = byteCount - first.utf8.count - last.utf8.count
        return "\(first)\n[… \(left) of \(byteCount) bytes left out …]\n\(last)"
    }

    /// UTF-8 without a zero byte; nil for anything else.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func description(of bytes: [UInt8], byteCount: Int) -> String {
        let start = bytes.prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        return "[binary output of \(byteCount) bytes, beginning with \(start.joined(separator: " "))]"
    }

    /// Without a character at the end that is not whole.
    private static func cutBehind(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let count = bytes.suffix(3).reversed().prefix { (0x80..<0xc0).contains($0) }.count
        guard let lead = bytes.dropLast(count).last, lead >= 0xc0 else { return bytes }
        let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
        return count + 1 < length ? bytes.dropLast(count + 1) : bytes
    }

    /// Without a character at the beginning that is not whole.
    private static func cutAhead(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let count = bytes.prefix(3).prefix { (0x80..<0xc0).contains($0) }.count
        return bytes.dropFirst(count)
    }
}
