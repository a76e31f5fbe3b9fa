// The settling rule with a clock of the test's own: each way of saving, and every short sequence of news against what the rule
// promises.

import Foundation
import Notebook
import Platform
import TestSupport
import Testing

@Suite struct SettlingTests {
    private static func ms(_ count: Int) -> Duration { .milliseconds(count) }
    private let status: FileStatus
    private let other: FileStatus
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        status = try #require(FileStatus(try folder.write([1], to: "a")))
        other = try #require(FileStatus(try folder.write([1, 2], to: "b")))
    }

    @Test func aWholeFileThatParsesCountsAtOnce() {
        var settling = Settling()
        #expect(settling.changed(isWhole: true, at: Self.ms(0)) == .read)
        let counts1 = settling.read(.good, at: Self.ms(1))
        #expect(counts1)
        #expect(settling.isStill && settling.deadline == nil)
    }

    @Test(
        "A whole file that is wrong, gone or moving settles first",
        arguments: [.broken, .absent, .moving] as [Settling.Reading])
    func wholeButNotGood(reading: Settling.Reading) {
        var settling = Settling()
        #expect(settling.changed(isWhole: true, at: Self.ms(10)) == .read)
        let counts = settling.read(reading, at: Self.ms(11))
        #expect(!counts)
        #expect(settling.deadline == Self.ms(110))
    }

    @Test func otherChangesSettle() {
        var settling = Settling()
        #expect(settling.changed(isWhole: false, at: Self.ms(0)) == nil)
        #expect(settling.changed(isWhole: false, at: Self.ms(60)) == nil)
        #expect(settling.due(at: Self.ms(159)) == nil)
        #expect(settling.due(at: Self.ms(160)) == .look)
        #expect(settling.sampled(status, at: Self.ms(160)) == nil)
        #expect(settling.deadline == Self.ms(185))
        #expect(settling.due(at: Self.ms(185)) == .look)
        #expect(settling.sampled(status, at: Self.ms(185)) == .read)
        let counts2 = settling.read(.broken, at: Self.ms(186))
        #expect(counts2)
        #expect(settling.isStill)
    }

    @Test func aNoisyFileIsReadAfterASecond() {
        var settling = Settling()
        for time in stride(from: 0, through: 990, by: 10) { _ = settling.changed(isWhole: false, at: Self.ms(time)) }
        #expect(settling.deadline == Self.ms(1000))
        #expect(settling.due(at: Self.ms(1000)) == .look)
    }

    @Test func twoLooksMustFindTheSame() {
        var settling = Settling()
        _ = settling.changed(isWhole: false, at: Self.ms(0))
        _ = settling.due(at: Self.ms(100))
        #expect(settling.sampled(status, at: Self.ms(100)) == nil)
        #expect(settling.sampled(other, at: Self.ms(125)) == nil)
        #expect(settling.sampled(status, at: Self.ms(150)) == nil)
        #expect(settling.sampled(status, at: Self.ms(175)) == .read)
    }

    @Test func aFileThatIsGoneIsWaitedForASecond() {
        var settling = Settling()
        _ = settling.changed(isWhole: false, at: Self.ms(0))
        _ = settling.due(at: Self.ms(100))
        for time in stride(from: 100, to: 1000, by: 25) { #expect(settling.sampled(nil, at: Self.ms(time)) == nil) }
        #expect(settling.sampled(nil, at: Self.ms(1000)) == .read)
        let counts3 = settling.read(.absent, at: Self.ms(1000))
        #expect(counts3)
    }

    @Test func aChangeWhileLookingStartsTheQuietAgain() {
        var settling = Settling()
        _ = settling.changed(isWhole: false, at: Self.ms(0))
        _ = settling.due(at: Self.ms(100))
        _ = settling.sampled(status, at: Self.ms(100))
        _ = settling.changed(isWhole: false, at: Self.ms(110))
        #expect(settling.deadline == Self.ms(210))
        #expect(settling.sampled(status, at: Self.ms(120)) == nil)
    }

    private enum News: CaseIterable {
        case change, whole, time, same, different, gone
    }

    /// All sequences of six, each followed by silence on a file that holds still: something always counts within the limit and the
    /// looks after it, and nothing that is wrong counts before it was quiet.
    @Test func everySequenceOfSixEndsWithAReadingThatCounts() {
        let all = News.allCases
        var reads = 0
        for code in 0..<Int(pow(Double(all.count), 6)) {
            var settling = Settling()
            var now = Self.ms(0)
            var digits = code
            var lastChange: Duration?
            for _ in 0..<6 {
                let news = all[digits % all.count]
                digits /= all.count
                now += Self.ms(20)
                var step: Settling.Step?
                switch news {
                case .change, .whole:
                    lastChange = now
                    step = settling.changed(isWhole: news == .whole, at: now)
                    #expect((step == .read) == (news == .whole))
                case .time:
                    now += Self.ms(40)
                    step = settling.due(at: now)
                case .same: step = settling.sampled(status, at: now)
                case .different: step = settling.sampled(other, at: now)
                case .gone: step = settling.sampled(nil, at: now)
                }
                if step == .read, settling.read(.broken, at: now) {
                    reads += 1
                    if let lastChange { #expect(now - lastChange >= Settling.quiet || now >= Settling.limit) }
                    #expect(settling.isStill)
                }
                if lastChange == nil { #expect(settling.isStill) }
            }
            if settling.isStill { continue }
            // Silence.
            let end = now + Settling.limit + Settling.quiet + Self.ms(100)
            while !settling.isStill, let deadline = settling.deadline {
                now = max(now, deadline)
                guard now <= end else { break }
                guard settling.due(at: now) == .look else { continue }
                if settling.sampled(status, at: now) == .read { _ = settling.read(.broken, at: now) }
            }
            #expect(settling.isStill, "\(code)")
        }
        #expect(reads > 100)
    }
}
