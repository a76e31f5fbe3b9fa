// The one place that replaces a file. A reader sees the old bytes or the new ones, never a part, also when the process is
// killed or the power fails between any two instructions: the new bytes go to a temporary file beside the old one, are
// flushed to the device, and take the name in one step.

internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization

extension FileSystem {
    private static let replacementCount = Atomic<Int>(0)

    /// Gives a file new bytes. A symbolic link is followed and stays a link; permission bits stay as they were; nothing at all
    /// happens when the bytes are equal already. On an error the old file is untouched and no temporary file stays.
    ///
    /// - Returns: whether the file was written.
    @discardableResult
    package static func replace(_ path: String, with bytes: [UInt8]) throws(PlatformError) -> Bool {
        let target = try followLinks(path)
        var mode: mode_t?
        if exists(target) {
            let status = try FileDescriptor(regularFile: target, O_RDONLY, operation: "read the file").status()
            mode = status.mode
            if status.size == bytes.count, try read(target) == bytes { return false }
        }
        let number = replacementCount.add(1, ordering: .relaxed).newValue
        let temporary = "\(folder(of: target))/.\(name(of: target)).\(getpid())-\(number).tmp"
        do throws(PlatformError) {
            try write(bytes, mode: mode, toNew: temporary)
            guard unsafe rename(temporary, target) == 0 else { throw PlatformError.last("replace the file", target) }
        } catch {
            unsafe unlink(temporary)
            throw PlatformError(error.kind, path: path)
        }
        try syncFolder(folder(of: target))
        return true
    }

    /// Puts a file into place that can be made again at any time: no reader ever sees a part of it, but it is not flushed to
    /// the device, so that after a loss of power the name may stand for anything. Its reader must know whole bytes from
    /// others. Writers of equal bytes need no order among them.
    package static func publish(_ path: String, head: [UInt8], body: RawSpan) throws(PlatformError) {
        let number = replacementCount.add(1, ordering: .relaxed).newValue
        let temporary = "\(folder(of: path))/.\(name(of: path)).\(getpid())-\(number).tmp"
        do throws(PlatformError) {
            let file = try FileDescriptor(temporary, O_WRONLY | O_CREAT | O_EXCL, operation: "write the file")
            try file.write(head)
            try file.write(body)
            guard unsafe rename(temporary, path) == 0 else { throw PlatformError.last("replace the file", path) }
        } catch {
            unsafe unlink(temporary)
            throw PlatformError(error.kind, path: path)
        }
    }

    /// The same of bytes that are at hand.
    package static func publish(_ path: String, _ bytes: [UInt8]) throws(PlatformError) {
        unsafe try publish(path, head: [], body: bytes.span.bytes)
    }

    /// Removes temporary files in `folder` that a killed process left behind. Those of living processes stay.
    package static func removeAbandonedReplacements(in folder: String) throws(PlatformError) {
        for name in try list(folder) {
            guard let process = processOfReplacement(named: name), !cp_process_exists(process) else { continue }
            try removeFile("\(folder)/\(name)")
        }
    }

    /// The process in `.NAME.PROCESS-NUMBER.tmp`.
    private static func processOfReplacement(named name: String) -> Int64? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].isEmpty, parts[parts.count - 1] == "tmp" else { return nil }
        let numbers = parts[parts.count - 2].split(separator: "-")
        guard numbers.count == 2, Int(numbers[1]) != nil else { return nil }
        return Int64(numbers[0])
    }

    private static func write(_ bytes: [UInt8], mode: mode_t?, toNew path: String) throws(PlatformError) {
        let file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL, operation: "write the file")
        if let mode, fchmod(file.number, mode) != 0 { throw PlatformError.last("keep the file's mode", path) }
        try file.write(bytes)
        try file.sync()
    }

    /// The path that `path` means once links are followed; the last part need not exist.
    private static func followLinks(_ path: String) throws(PlatformError) -> String {
        var path = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: 4096)
            let count = unsafe readlink(path, &buffer, buffer.count)
            if count < 0 { return path }
            let link = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
        }
        throw PlatformError(.system(operation: "follow the link", code: ELOOP), path: path)
    }
}
