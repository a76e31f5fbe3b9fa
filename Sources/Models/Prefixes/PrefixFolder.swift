// The folder of all models' blocks: its limits, its order, and what becomes of what is too much or wrong.

package import Engine
package import Inference
internal import Platform
internal import Synchronization

/// Where blocks lie and how many bytes they may take.
package final class PrefixFolder: Sendable {
    /// Quarantined files kept at most, for who wants to look at them.
    private static let quarantineLimit = 8

    /// `kv` in the user's cache folder.
    package let path: String
    /// Of all files together; 0: nothing is kept.
    package let byteLimit: Int
    let isVerifying: Bool
    /// Bytes of all files, as far as this process knows; nil until it has looked.
    private let knownByteCount = Mutex<Int?>(nil)

    package init(_ path: String, byteLimit: Int, isVerifying: Bool = false) {
        self.path = path
        self.byteLimit = byteLimit
        self.isVerifying = isVerifying
    }

    /// The store of one model's blocks.
    ///
    /// - Parameter activity: where it counts.
    package func store(
        of identity: ModelIdentity, _ layout: KVLayout, activity: PrefixActivity = .ofProcess
    ) -> any PrefixStore {
        PrefixFiles(identity, layout, in: self, activity: activity)
    }

    var quarantineFolder: String { "\(path)/quarantine" }

    func folder(of identity: ModelIdentity, root: PrefixKey) -> String {
        "\(path)/\(identity.sha256.prefix(16))-\(root.digest.prefix(16))"
    }

    /// Moves a file out of the way, or removes it.
    ///
    /// - Returns: whether it is gone from its place.
    func quarantine(_ path: String, _ name: String) -> Bool {
        do throws(PlatformError) {
            try FileSystem.makeFolder(quarantineFolder)
            let held = try FileSystem.list(quarantineFolder)
            let ages = held.map { (FileSystem.modificationTime("\(quarantineFolder)/\($0)") ?? 0, $0) }.sorted {
                $0 < $1
            }
            for (_, name) in ages.dropLast(Self.quarantineLimit - 1) {
                try FileSystem.removeTree("\(quarantineFolder)/\(name)")
            }
            try FileSystem.removeTree("\(quarantineFolder)/\(name)")
            try FileSystem.move(path, to: "\(quarantineFolder)/\(name)")
            return true
        } catch {
            return (try? FileSystem.removeTree(path)) != nil
        }
    }

    /// Removes blocks, those first that were not used for longest and that nothing continues, until the limit is kept with a
    /// tenth to spare. Cost: nothing, as long as the files that this process knows of are within the limit.
    ///
    /// - Parameter count: bytes that were written since the last call.
    /// - Returns: how many blocks were removed.
    func evict(adding count: Int) throws(PlatformError) -> Int {
        if let known = knownByteCount.withLock({ known in
            known = known.map { $0 + count }
            return known
        }), known <= byteLimit {
            return 0
        }
        // Another process that evicts already does it for this one, too.
        guard let lock = try? FileLock("\(path)/.lock") else { return 0 }
        return try evict(holding: lock)
    }

    private func evict(holding lock: borrowing FileLock) throws(PlatformError) -> Int {
        for folder in try FileSystem.list(path) where folder != ".lock" {
            try? FileSystem.removeAbandonedReplacements(in: "\(path)/\(folder)")
        }
        var files = try PrefixInventory(self).files
        var total = files.reduce(0) { $0 + $1.byteCount }
        var removed = 0
        if total > byteLimit {
            let target = byteLimit / 10 * 9
            files.sort { ($0.used, $0.path) < ($1.used, $1.path) }
            var continuations: [String: Int] = [:]
            for file in files { continuations[file.parent, default: 0] += 1 }
            while total > target, let oldest = files.firstIndex(where: { continuations[$0.key, default: 0] == 0 }) {
                let file = files.remove(at: oldest)
                try FileSystem.removeFile(file.path)
                continuations[file.parent, default: 1] -= 1
                total -= file.byteCount
                removed += 1
            }
        }
        knownByteCount.withLock { $0 = total }
        return removed
    }
}
