// Numbers of plots as text: the same on every machine, and no longer than they need to be.

enum PlotNumber {
    /// 10 to the power of `exponent`, the nearest double.
    static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 0 }

    /// A number with so many digits behind the point, half away from zero; with an exponent where that would be long.
    static func fixed(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "\(value)" }
        let scaled = (value.magnitude * power(digits)).rounded()
        guard scaled < 1e15, value.magnitude < 1e9 else { return "\(value)" }
        let all = "\(Int64(scaled))"
        let padded = String(repeating: "0", count: max(0, digits + 1 - all.count)) + all
        let whole = padded.dropLast(digits)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        return digits == 0 ? sign + whole : "\(sign)\(whole).\(padded.suffix(digits))"
    }

    /// A number with at most so many digits behind the point, and no zeros at the end.
    static func short(_ value: Double, digits: Int = 3) -> String {
        var text = fixed(value, digits: digits)
        guard text.contains("."), !text.contains("e") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// A coordinate: hundredths are finer than any screen.
    static func coordinate(_ value: Double) -> String { short(value, digits: 2) }
}
