// The pages of a watch as files. Events are taken note of at once and drawn on a queue of their own, some times a second and the
// more rarely the longer that takes, so that neither the watch nor the model waits for a page.

internal import Dispatch
internal import Platform
internal import Synchronization

/// A live page for each notebook of a watch.
package final class LivePages: Sendable {
    private static let pause = Duration.milliseconds(150)
    /// Of all time, the part that drawing may take.
    private static let share = 20.0

    private struct Inbox {
        var events: [WatchEvent] = []
        var isScheduled = false
        var next = ContinuousClock.now
    }

    /// What is drawn; touched by the queue alone.
    private struct Desk {
        var views: [LiveView]
        var number = 0
        var hasComplained = false
    }

    private let inbox = Mutex(Inbox())
    private let desk: Mutex<Desk>
    private let queue = DispatchQueue(label: "pages")
    /// Tells this watch from others before it.
    private let start: String
    private let complain: @Sendable (String) -> Void

    /// Writes the pages.
    ///
    /// - Parameters:
    ///   - playgrounds: paths as the user gave them.
    ///   - variables: of the process: the values of secrets, which no page shows.
    ///   - complain: is told once why a page can't be brought up to date.
    /// - Throws: `.system` where there is no place for a page.
    package init(
        _ playgrounds: [String], variables: [String: String], complain: @escaping @Sendable (String) -> Void
    ) throws {
        let views = playgrounds.map { LiveView(PlaygroundPaths(source: $0), variables: variables) }
        start = "\(ContinuousClock.now)"
        self.complain = complain
        for view in views {
            try FileSystem.makeFolder(view.paths.state)
            try FileSystem.replace(view.paths.ignoreFile, with: Array("*\n".utf8))
            try FileSystem.makeFolder(FileSystem.folder(of: view.paths.livePage))
            try FileSystem.replace(view.paths.livePage, with: Array(view.page.utf8))
        }
        desk = Mutex(Desk(views: views))
    }

    /// The files to open.
    package var paths: [String] { desk.withLock { $0.views.map(\.paths.livePage) } }

    /// Takes note of an event, and draws it soon.
    package func show(_ event: WatchEvent) {
        let wait = inbox.withLock { inbox -> Int? in
            inbox.events.append(event)
            if inbox.isScheduled { return nil }
            inbox.isScheduled = true
            return max(0, Int(ContinuousClock.now.duration(to: inbox.next) / .milliseconds(1)))
        }
        guard let wait else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [self] in draw() }
    }

    /// Draws what is left, and says on the pages that nothing follows.
    package func end() {
        queue.sync {
            desk.withLock { desk in for index in desk.views.indices { desk.views[index].hasEnded = true } }
            draw()
        }
    }

    private func draw() {
        let begin = ContinuousClock.now
        let events = inbox.withLock { inbox in
            inbox.isScheduled = false
            inbox.next = begin + Self.pause
            defer { inbox.events = [] }
            return inbox.events
        }
        desk.withLock { desk in
            for event in events {
                for index in desk.views.indices { desk.views[index].take(event) }
            }
            desk.number += 1
            for view in desk.views {
                do throws(PlatformError) {
                    try FileSystem.publish(
                        view.paths.liveData, Array(view.data(stamp: "\(start) \(desk.number)").utf8))
                } catch {
                    if !desk.hasComplained { complain("\(error)") }
                    desk.hasComplained = true
                }
            }
        }
        let cost = begin.duration(to: .now)
        inbox.withLock { $0.next = begin + max(Self.pause, cost * Self.share) }
    }
}
