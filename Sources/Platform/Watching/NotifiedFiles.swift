// Files whose changes the system tells of (inotify(7)). Their folders are watched, not they themselves: editors replace a file
// by renaming another to its name. A folder that goes is watched again when one of its name is there.

#if os(Linux)
    internal import Dispatch
    internal import Synchronization

    #if canImport(Glibc)
        internal import Glibc
    #elseif canImport(Musl)
        internal import Musl
    #endif

    /// Watches by events, and looks once a second for what they do not tell of.
    ///
    /// Unchecked: sources of Dispatch may be used from every thread, but do not say so; all else is behind a lock.
    package final class NotifiedFiles: FileChangeSource, @unchecked Sendable {
        private struct Folder {
            var descriptor: Int32
            var identity: FolderIdentity
        }

        private struct State {
            var paths: Set<String> = []
            /// Files by their name in a folder, by the folder. A link stands also where it leads.
            var names: [String: [String: Set<String>]] = [:]
            var folders: [String: Folder] = [:]
        }

        private static let usualPace = Duration.seconds(1)
        private static let paceOfWaiting = Duration.milliseconds(100)

        private let descriptor: Int32
        private let state = Mutex(State())
        private let queue = DispatchQueue(label: "file events")
        private let events: any DispatchSourceRead
        private let report: @Sendable (FileChange) -> Void
        private let polled: Mutex<PolledFiles?> = Mutex(nil)

        package init(_ report: @escaping @Sendable (FileChange) -> Void) throws(PlatformError) {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { throw PlatformError.last("watch files", "this user's files") }
            self.descriptor = descriptor
            self.report = report
            events = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            events.setEventHandler { [weak self] in self?.read() }
            events.setCancelHandler { close(descriptor) }
            events.resume()
            let looking = PolledFiles(
                every: Self.usualPace, on: queue, before: { [weak self] in self?.renew() },
                { [weak self] change in
                    // Where a link leads may have changed, too.
                    self?.renew(isMoved: true)
                    report(change)
                })
            polled.withLock { $0 = looking }
        }

        deinit { stop() }

        package func watch(_ paths: Set<String>) {
            state.withLock { state in
                state.paths = paths
                Self.place(&state)
            }
            renew()
            polled.withLock { $0?.watch(paths) }
        }

        package func stop() {
            polled.withLock { $0?.stop() }
            events.cancel()
        }

        /// Finds out in which folders the files lie.
        private static func place(_ state: inout State) {
            state.names = [:]
            for path in state.paths {
                for place in [path, FileSystem.destination(of: path) ?? path] {
                    let (folder, name) = (FileSystem.folder(of: place), FileSystem.name(of: place))
                    state.names[folder, default: [:]][name, default: []].insert(path)
                }
            }
        }

        /// Watches the folders that are there, and lets go of those that are not or are others now. Files in a folder that
        /// is watched anew may have changed before.
        private func renew(isMoved: Bool = false) {
            let (found, isWaiting) = state.withLock { state in
                if isMoved { Self.place(&state) }
                for (path, folder) in state.folders
                where state.names[path] == nil || FolderIdentity(path) != folder.identity {
                    state.folders[path] = nil
                    // Two paths may lead to one folder, which has one descriptor.
                    if !state.folders.values.contains(where: { $0.descriptor == folder.descriptor }) {
                        inotify_rm_watch(descriptor, folder.descriptor)
                    }
                }
                var found: Set<String> = []
                for (path, names) in state.names where state.folders[path] == nil {
                    guard let identity = FolderIdentity(path) else { continue }
                    let watch = unsafe inotify_add_watch(descriptor, path, Self.mask)
                    guard watch >= 0 else { continue }
                    state.folders[path] = Folder(descriptor: watch, identity: identity)
                    found.formUnion(names.values.joined())
                }
                return (found, state.folders.count < state.names.count)
            }
            polled.withLock { $0?.look(every: isWaiting ? Self.paceOfWaiting : Self.usualPace) }
            for path in found.sorted() { report(FileChange(path)) }
        }

        private static var mask: UInt32 {
            UInt32(
                IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
                    | IN_MOVE_SELF | IN_ONLYDIR)
        }

        private func read() {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
            defer { unsafe buffer.deallocate() }
            let headerSize = MemoryLayout<inotify_event>.size
            var isLost = false
            while true {
                #if canImport(Musl)
                    let count = unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
                #else
                    let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                var offset = 0
                while offset + headerSize <= count {
                    let event = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + headerSize
                    offset = start + Int(event.len)
                    let name = unsafe String(decoding: buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
                    isLost = handle(event, name) || isLost
                }
            }
            if isLost { renew() }
        }

        /// - Returns: whether the folder itself is gone.
        private func handle(_ event: inotify_event, _ name: String) -> Bool {
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                for path in state.withLock({ $0.paths }).sorted() { report(FileChange(path)) }
                return false
            }
            let isGone = event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0
            let isWhole = event.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0
            let paths = state.withLock { state in
                let folders = state.folders.filter { $0.value.descriptor == event.wd }.map(\.key)
                if isGone { for folder in folders { state.folders[folder] = nil } }
                return folders.reduce(into: Set<String>()) { paths, folder in
                    guard let names = state.names[folder] else { return }
                    paths.formUnion(isGone ? Set(names.values.joined()) : names[name] ?? [])
                }
            }
            polled.withLock { $0?.note(paths) }
            for path in paths.sorted() { report(FileChange(path, isWhole: isWhole)) }
            return isGone
        }
    }
#endif
