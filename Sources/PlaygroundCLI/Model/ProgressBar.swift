// One line that shows how far a download is: a bar, sizes, the rate so far, and the time that is left at that rate.

internal import Models

struct ProgressBar {
    var done: Int
    /// In all; nil where that is not known.
    var byteCount: Int?
    /// Of `done`, what came since the start.
    var fetched: Int
    var elapsed: Duration

    /// The line, in at most `width` columns where the sizes alone fit into them.
    func text(width: Int) -> String {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
        let rate = seconds > 0 ? Double(max(0, fetched)) / seconds : 0
        let speed = rate >= 1 ? "  \(ByteCount.text(Int(rate)))/s" : ""
        guard let byteCount, byteCount > 0 else { return ByteCount.text(done) + speed }
        let left = rate >= 1 ? "  \(Self.clock(Double(byteCount - done) / rate)) left" : ""
        let numbers =
            "\(100 * done / byteCount) %  \(ByteCount.text(done)) of \(ByteCount.text(byteCount))\(speed)\(left)"
        let room = min(40, width - numbers.count - 4)
        guard room >= 8 else { return numbers }
        let full = room * min(done, byteCount) / byteCount
        return "[" + String(repeating: "=", count: full) + String(repeating: " ", count: room - full) + "] " + numbers
    }

    /// As in `1:05`; hours are not told apart.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds.rounded(.up)), 359_999))
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
}
