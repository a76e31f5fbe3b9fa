// What lies in the folder of blocks: for people who look, prune or verify.

internal import Engine
package import Platform

/// All files of blocks.
package struct PrefixInventory: Sendable {
    package struct File: Sendable, Hashable {
        package let path: String
        package let byteCount: Int
        /// When it was last written or read, in nanoseconds since 1970.
        package let used: Int64
        /// The first 16 digits of the SHA-256 of the weights.
        package let model: String
        let parent: String
        let key: String
    }

    /// Files that may be read; those in quarantine are not among them.
    package private(set) var files: [File] = []
    package private(set) var quarantined: [String] = []
    private let folder: PrefixFolder

    /// Cost: a look at each file.
    package init(_ folder: PrefixFolder) throws(PlatformError) {
        self.folder = folder
        for model in try FileSystem.list(folder.path) where FileSystem.isFolder("\(folder.path)/\(model)") {
            for text in try FileSystem.list("\(folder.path)/\(model)") {
                let path = "\(folder.path)/\(model)/\(text)"
                if model == FileSystem.name(of: folder.quarantineFolder) {
                    quarantined.append(path)
                } else if let name = PrefixFileName(text) {
                    let status = FileStatus(path)
                    files.append(
                        File(
                            path: path, byteCount: status?.byteCount ?? 0, used: status?.modified ?? 0,
                            model: String(model.prefix(16)), parent: name.parent, key: name.key))
                }
            }
        }
    }

    package var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

    /// Removes blocks that were not used since a time; everything, quarantine included, where it is nil.
    ///
    /// - Returns: how many files, and their bytes.
    package func remove(unusedSince time: Int64?) throws(PlatformError) -> (count: Int, byteCount: Int) {
        var (count, bytes) = (0, 0)
        for file in files where time.map({ file.used < $0 }) ?? true {
            try FileSystem.removeFile(file.path)
            count += 1
            bytes += file.byteCount
        }
        for path in quarantined where time.map({ (FileSystem.modificationTime(path) ?? 0) < $0 }) ?? true {
            bytes += FileStatus(path)?.byteCount ?? 0
            try FileSystem.removeTree(path)
            count += 1
        }
        return (count, bytes)
    }

    /// Reads every file, and moves what is wrong into quarantine. That the numbers are those of the model, only a run in
    /// verify mode can tell.
    ///
    /// - Returns: how many are sound, and what is the matter with the others.
    package func verify() -> (soundCount: Int, defects: [(path: String, defect: PrefixDefect)]) {
        var sound = 0
        var defects: [(path: String, defect: PrefixDefect)] = []
        for file in files {
            do throws(PrefixDefect) {
                if try PrefixBlockFile.check(file.path) { sound += 1 }
            } catch {
                defects.append((file.path, error))
                _ = folder.quarantine(file.path, FileSystem.name(of: file.path))
            }
        }
        return (sound, defects)
    }
}
