// Numbers of tokens, with infinity for what cannot be closed.

/// How many tokens a piece of a document takes at most.
internal enum Charge {
    static let infinite: Int32 = .max / 4
    static let unknown: Int32 = -1

    /// A sum that stays infinite.
    static func sum(_ left: Int32, _ right: Int32) -> Int32 { min(left &+ right, infinite) }

    static func total(_ parts: Int32...) -> Int32 { parts.reduce(0) { sum($0, $1) } }

    static func product(_ count: Int, _ charge: Int32) -> Int32 {
        if count <= 0 { return 0 }
        if charge >= infinite { return infinite }
        return Int32(clamping: min(count.multipliedSaturated(by: Int(charge)), Int(infinite)))
    }
}

extension Int {
    internal func multipliedSaturated(by other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
