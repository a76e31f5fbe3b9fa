// The blocks of one model as files in one folder. Processes share the folder without locks: a file's name says all of what
// is in it, it appears whole, and two who write the same block write the same bytes.

internal import Dispatch
internal import Engine
internal import Inference
internal import Platform
internal import Synchronization

/// Keys and values of one model that outlive the process.
final class PrefixFiles: PrefixStore {
    /// Bytes that wait to be written at most; what comes beyond is not kept.
    private static let pendingLimit = 256 << 20
    /// A folder that was listed so lately is not listed again for what others may have written since.
    private static let listingInterval = Duration.milliseconds(500)

    let folder: String
    let isVerifying: Bool
    private let family: PrefixFamily
    private let limits: PrefixFolder
    private let activity: PrefixActivity
    private let queue = DispatchQueue(label: "prompt-notebook.prefixes", qos: .utility)
    private let index = Mutex(Index())
    private let pendingByteCount = Atomic<Int>(0)

    /// What is known of the folder.
    private struct Index {
        /// The folder's time when it was listed.
        var time: Int64?
        var listed = ContinuousClock.now - listingInterval
        /// Files by the key before theirs, then by their own.
        var files: [String: [String: PrefixFileName]] = [:]
        /// Token ids by key, of files whose front was read.
        var tokens: [String: [Int32]] = [:]
        /// Files that were wrong and could not be moved away.
        var shunned: Set<PrefixFileName> = []
        var hasWriteFailed = false

        mutating func add(_ name: PrefixFileName) { files[name.parent, default: [:]][name.key] = name }

        mutating func remove(_ name: PrefixFileName) {
            files[name.parent]?[name.key] = nil
            tokens[name.key] = nil
        }
    }

    init(_ identity: ModelIdentity, _ layout: KVLayout, in prefixes: PrefixFolder, activity: PrefixActivity) {
        family = PrefixFamily(identity, layout)
        folder = prefixes.folder(of: identity, root: family.root)
        limits = prefixes
        isVerifying = prefixes.isVerifying
        self.activity = activity
    }

    // MARK: Reading

    func blocks(of tokens: [Int32], from first: Int, beyond known: Int) -> [StoredBlock] {
        refresh()
        var found: [StoredBlock] = []
        var names: [PrefixFileName] = []
        var key = self.key(of: tokens, upTo: first)
        var rest = tokens.dropFirst(first * KVLayout.positions)
        while rest.count >= KVLayout.positions {
            let part = Array(rest.prefix(KVLayout.positions))
            let next = key.child(part)
            guard let name = index.withLock({ $0.files[key.text]?[next.text] }), let block = read(name, after: key)
            else { break }
            found.append(block)
            names.append(name)
            key = next
            rest = rest.dropFirst(KVLayout.positions)
        }
        // One that has tokens of another continuation helps as far as it agrees.
        let count = { [position = rest.startIndex] in max(0, known - position) }()
        while let name = closest(to: rest, after: key, beyond: count) {
            guard let block = read(name, after: key) else { continue }
            found.append(block)
            names.append(name)
            break
        }
        // The last ones first: a block must not look older than what continues it.
        for name in names.reversed() { FileSystem.touch(path(name)) }
        return found
    }

    private func key(of tokens: [Int32], upTo count: Int) -> PrefixKey {
        (0..<count).reduce(family.root) { key, index in
            key.child(tokens[index * KVLayout.positions..<(index + 1) * KVLayout.positions])
        }
    }

    private func path(_ name: PrefixFileName) -> String { "\(folder)/\(name.text)" }

    /// Lists the folder again if anybody has changed it.
    private func refresh() {
        guard let time = FileSystem.modificationTime(folder) else { return index.withLock { $0.files = [:] } }
        let now = ContinuousClock.now
        guard index.withLock({ $0.time != time && now - $0.listed >= Self.listingInterval }) else { return }
        let names = ((try? FileSystem.list(folder)) ?? []).compactMap(PrefixFileName.init)
        index.withLock { index in
            index.files = [:]
            for name in names where !index.shunned.contains(name) { index.add(name) }
            (index.time, index.listed) = (time, now)
        }
    }

    private func read(_ name: PrefixFileName, after parent: PrefixKey) -> StoredBlock? {
        do throws(PrefixDefect) {
            guard let (header, block) = try PrefixBlockFile.read(path(name), family, parent: parent, named: name) else {
                index.withLock { $0.remove(name) }
                return nil
            }
            index.withLock { $0.tokens[name.key] = header.tokens }
            activity.count {
                $0.readBlocks += 1
                $0.readByteCount += PrefixHeader.byteCount + header.storedByteCount
            }
            return StoredBlock(tokens: header.tokens, block: block)
        } catch {
            quarantine(name, error)
            return nil
        }
    }

    /// The block after `parent` that has most of the next tokens, if more than `count`.
    private func closest(
        to next: ArraySlice<Int32>, after parent: PrefixKey, beyond count: Int
    ) -> PrefixFileName? {
        var best: (name: PrefixFileName, count: Int)?
        let names = index.withLock { $0.files[parent.text].map { Array($0.values) } ?? [] }
        for name in names where min(name.positions, next.count) > max(count, best?.count ?? 0) {
            guard let tokens = ids(of: name, after: parent) else { continue }
            let common = zip(tokens, next).prefix { $0 == $1 }.count
            if common > max(count, best?.count ?? 0) { best = (name, common) }
        }
        return best?.name
    }

    /// The tokens of a file that continues `parent`, as far as its front is right.
    private func ids(of name: PrefixFileName, after parent: PrefixKey) -> [Int32]? {
        if let known = index.withLock({ $0.tokens[name.key] }) { return known }
        do throws(PrefixDefect) {
            guard let header = try PrefixBlockFile.header(path(name)) else {
                index.withLock { $0.remove(name) }
                return nil
            }
            try header.check(family, parent: parent, named: name)
            index.withLock { $0.tokens[name.key] = header.tokens }
            return header.tokens
        } catch {
            quarantine(name, error)
            return nil
        }
    }

    /// Counts a file that is wrong, and takes it out of the way.
    private func quarantine(_ name: PrefixFileName, _ defect: PrefixDefect) {
        activity.count { $0.defects[defect, default: 0] += 1 }
        let isMoved = limits.quarantine(path(name), name.text)
        index.withLock { index in
            index.remove(name)
            if !isMoved { index.shunned.insert(name) }
        }
    }

    func compared(_ tokens: [Int32], blockAt index: Int, isEqual: Bool) {
        activity.count { $0.comparedBlocks += 1 }
        guard !isEqual else { return }
        let parent = key(of: tokens, upTo: index)
        let key = parent.child(tokens[(index * KVLayout.positions)...].prefix(KVLayout.positions))
        guard let name = self.index.withLock({ $0.files[parent.text]?[key.text] }) else {
            return activity.count { $0.defects[.comparison, default: 0] += 1 }
        }
        quarantine(name, .comparison)
    }

    // MARK: Writing

    func keep(_ tokens: [Int32], _ state: KVState) {
        guard limits.byteLimit > 0, !index.withLock({ $0.hasWriteFailed }) else { return }
        let size = state.blocks.count * family.layout.byteCount
        guard pendingByteCount.add(size, ordering: .relaxed).newValue <= Self.pendingLimit + size else {
            pendingByteCount.subtract(size, ordering: .relaxed)
            return
        }
        activity.write(on: queue) { [self] in
            do throws(PlatformError) {
                try write(tokens, state)
            } catch {
                index.withLock { $0.hasWriteFailed = true }
                activity.count { $0.writeFailure = error.description }
            }
            pendingByteCount.subtract(size, ordering: .relaxed)
        }
    }

    private func write(_ tokens: [Int32], _ state: KVState) throws(PlatformError) {
        refresh()
        var key = family.root
        var written = 0
        for (number, block) in state.blocks.enumerated() {
            let part = Array(tokens[(number * KVLayout.positions)...].prefix(KVLayout.positions))
            let next = key.child(part)
            let siblings = index.withLock { $0.files[key.text] ?? [:] }
            let isKnown =
                siblings[next.text] != nil
                || part.count < KVLayout.positions
                    && siblings.values.contains {
                        $0.positions > part.count && ids(of: $0, after: key)?.starts(with: part) == true
                    }
            if !isKnown {
                if written == 0 { try FileSystem.makeFolder(folder) }
                let file = try PrefixBlockFile.write(block, part, at: number, after: key, family, in: folder)
                index.withLock {
                    $0.shunned.remove(file.name)
                    $0.add(file.name)
                    $0.tokens[file.name.key] = part
                }
                written += file.byteCount
                activity.count {
                    $0.writtenBlocks += 1
                    $0.writtenByteCount += file.byteCount
                }
                // Those that this one continues say nothing more.
                for shorter in siblings.values
                where shorter.positions < part.count
                    && ids(of: shorter, after: key).map({ part.starts(with: $0) }) == true
                {
                    try FileSystem.removeFile(path(shorter))
                    index.withLock { $0.remove(shorter) }
                }
            }
            key = next
        }
        if written > 0 {
            let evicted = try limits.evict(adding: written)
            activity.count { $0.evictedBlocks += evicted }
        }
    }
}
