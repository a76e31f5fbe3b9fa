// Files that are looked at every so often: for file systems that tell nobody of changes, and beneath those that do, once a
// second, for what they do not tell of (a write to mapped memory, a link that leads elsewhere now, a mount).

internal import CPlatform
internal import Dispatch
internal import Synchronization

extension FileSystem {
    /// Whether the file system of a folder tells nobody of changes (NFS, SMB, 9p, FUSE).
    package static func lacksEvents(_ folder: String) -> Bool { unsafe cp_lacks_file_events(folder) }
}

/// Looks at size, time and identity of each file. Cost: one call of the system a file and look.
///
/// Unchecked: sources of Dispatch may be used from every thread, but do not say so; all else is behind a lock.
package final class PolledFiles: FileChangeSource, @unchecked Sendable {
    private let statuses = Mutex<[String: FileStatus?]>([:])
    private let report: @Sendable (FileChange) -> Void
    private let timer: any DispatchSourceTimer
    private let pace: Mutex<Duration>

    package convenience init(every interval: Duration, _ report: @escaping @Sendable (FileChange) -> Void) {
        self.init(every: interval, on: DispatchQueue(label: "polled files"), before: {}, report)
    }

    /// - Parameter look: called before each look.
    init(
        every interval: Duration, on queue: DispatchQueue, before look: @escaping @Sendable () -> Void,
        _ report: @escaping @Sendable (FileChange) -> Void
    ) {
        self.report = report
        pace = Mutex(interval)
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in
            look()
            self?.look()
        }
        schedule(interval)
        timer.resume()
    }

    deinit { timer.cancel() }

    /// Looks at this pace from here on.
    func look(every interval: Duration) {
        let isOther = pace.withLock { pace in
            defer { pace = interval }
            return pace != interval
        }
        if isOther { schedule(interval) }
    }

    private func schedule(_ interval: Duration) {
        let nanoseconds = Int(interval / .nanoseconds(1))
        timer.schedule(
            deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
            leeway: .nanoseconds(nanoseconds / 10))
    }

    package func watch(_ paths: Set<String>) {
        statuses.withLock { statuses in
            let known = statuses
            statuses = [:]
            for path in paths { statuses[path] = .some(known[path] ?? FileStatus(path)) }
        }
    }

    /// Takes files for known as they are now: their changes have been told otherwise.
    func note(_ paths: Set<String>) {
        statuses.withLock { statuses in
            for path in paths where statuses[path] != nil { statuses[path] = .some(FileStatus(path)) }
        }
    }

    package func stop() { timer.cancel() }

    private func look() {
        let changed = statuses.withLock { statuses in
            statuses.compactMap { path, before -> String? in
                let now = FileStatus(path)
                guard now != before else { return nil }
                statuses[path] = .some(now)
                return path
            }
        }
        for path in changed.sorted() { report(FileChange(path)) }
    }
}
