// When a file that somebody writes may be read as what they meant. Editors truncate and write, write twice, rename to and fro; a
// reader in between sees half a file. A pure state machine: times and what was found come in, what to do next comes out.
//
// A close after writing, or a rename to the name, is read at once, and counts if it held still and parses. All else settles: no
// change for `quiet`, though not longer than `limit` after the first, then two looks `gap` apart that find the same.

package import Platform

/// The state of one file.
package struct Settling: Sendable {
    package static let quiet = Duration.milliseconds(100)
    package static let limit = Duration.seconds(1)
    package static let gap = Duration.milliseconds(25)

    /// What to do with the file.
    package enum Step: Sendable, Hashable {
        /// To look at its status, and tell `sampled`.
        case look
        /// To read it, and tell `read`.
        case read
    }

    /// How a file was found.
    package enum Reading: Sendable, Hashable, CaseIterable {
        case good
        /// It was read, and is wrong.
        case broken
        case absent
        /// It changed while it was read.
        case moving
    }

    private enum Phase: Sendable, Hashable {
        case still
        /// Changes come. Times of the first and the last.
        case unquiet(first: Duration, last: Duration)
        /// Quiet; looked at `time`.
        case looking(first: Duration, status: FileStatus??, time: Duration)
    }

    private var phase = Phase.still

    package init() {}

    package var isStill: Bool { phase == .still }

    /// When `due` is to be called; nil: not before the next change.
    package var deadline: Duration? {
        switch phase {
        case .still: nil
        case .unquiet(let first, let last): min(last + Self.quiet, first + Self.limit)
        case .looking(_, _, let time): time + Self.gap
        }
    }

    /// Something may have changed.
    ///
    /// - Parameter isWhole: whether by a close after writing or a rename to the name.
    package mutating func changed(isWhole: Bool, at now: Duration) -> Step? {
        phase = .unquiet(first: first ?? now, last: now)
        return isWhole ? .read : nil
    }

    /// The time has come, or has not.
    package mutating func due(at now: Duration) -> Step? {
        guard let deadline, now >= deadline else { return nil }
        if case .unquiet(let first, _) = phase { phase = .looking(first: first, status: nil, time: now) }
        return .look
    }

    /// What a look found; nil: no file.
    package mutating func sampled(_ status: FileStatus?, at now: Duration) -> Step? {
        guard case .looking(let first, let before, _) = phase else { return nil }
        phase = .looking(first: first, status: .some(status), time: now)
        guard before == .some(status) else { return nil }
        // A file that is gone is waited for: somebody may be about to put another in its place.
        return status == nil && now < first + Self.limit ? nil : .read
    }

    /// What reading found.
    ///
    /// - Returns: whether it counts. If so, the file is still until the next change.
    package mutating func read(_ reading: Reading, at now: Duration) -> Bool {
        let counts =
            switch (phase, reading) {
            case (_, .moving): false
            case (_, .good): true
            case (.looking, .broken): true
            case (.looking(let first, _, _), .absent): now >= first + Self.limit
            case (.unquiet, .broken), (.unquiet, .absent), (.still, _): false
            }
        if counts {
            phase = .still
        } else if case .looking(let first, _, _) = phase {
            phase = .looking(first: first, status: nil, time: now)
        }
        return counts
    }

    private var first: Duration? {
        switch phase {
        case .still: nil
        case .unquiet(let first, _), .looking(let first, _, _): first
        }
    }
}
