// YAML 1.2 ends lines at `\n` and `\r` alone, but libyaml also at U+0085, U+2028 and U+2029, which tears text apart that was
// pasted from elsewhere. While libyaml reads, each of the three is replaced by a private-use scalar that the text has not.

/// Replaces the three separators one for one, so that columns stay as they are.
struct LineSeparatorMask {
    private static let separators: [Unicode.Scalar] = ["\u{85}", "\u{2028}", "\u{2029}"]

    /// A separator and its stand-in; empty for nearly every text.
    private var standIns: [(separator: Unicode.Scalar, standIn: Unicode.Scalar)] = []

    /// - Parameter bytes: valid UTF-8.
    init(_ bytes: [UInt8]) {
        guard bytes.contains(where: { $0 == 0xC2 || $0 == 0xE2 }) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let present = Set(text.unicodeScalars)
        let needed = Self.separators.filter { present.contains($0) }
        guard !needed.isEmpty else { return }
        // A stand-in must not be written out either: `"\uE000"` would come back as a separator.
        let upper = text.uppercased()
        var free = (UInt32(0xE000)...0xF8FF).lazy.compactMap(Unicode.Scalar.init).filter {
            !present.contains($0) && !upper.contains(String($0.value, radix: 16, uppercase: true))
        }.makeIterator()
        for separator in needed {
            if let standIn = free.next() { standIns.append((separator, standIn)) }
        }
    }

    func masked(_ bytes: [UInt8]) -> [UInt8] {
        guard !standIns.isEmpty else { return bytes }
        return Array(replacing(String(decoding: bytes, as: UTF8.self), { ($0.separator, $0.standIn) }).utf8)
    }

    func unmasked(_ text: String) -> String {
        standIns.isEmpty ? text : replacing(text, { ($0.standIn, $0.separator) })
    }

    private func replacing(
        _ text: String,
        _ direction: ((separator: Unicode.Scalar, standIn: Unicode.Scalar)) -> (Unicode.Scalar, Unicode.Scalar)
    ) -> String {
        let table = Dictionary(uniqueKeysWithValues: standIns.map(direction))
        var result = String.UnicodeScalarView()
        result.append(contentsOf: text.unicodeScalars.lazy.map { table[$0] ?? $0 })
        return String(result)
    }
}
