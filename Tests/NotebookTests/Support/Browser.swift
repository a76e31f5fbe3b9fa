// A real browser without a window: what a page has become once its scripts have run. Tests that need it are skipped, and say
// so, where there is none.

import Foundation
import TestSupport

enum Browser {
    static let program: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/bin", "/usr/local/bin"]
        return folders.flatMap { folder in ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    static var isThere: Bool { program != nil }

    /// The document of a file, as markup, once so much of the page's own time is over.
    ///
    /// - Parameter meanwhile: goes on beside the browser until it ends.
    static func document(
        of path: String, milliseconds: Int = 1500, isDark: Bool = false, in profile: ScratchFolder,
        meanwhile: @escaping @Sendable (_ isOver: () -> Bool) throws -> Void = { _ in }
    ) throws -> String {
        guard let program else { return "" }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile["profile"])",
            "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)", "--window-size=1600,1200",
            "--virtual-time-budget=\(milliseconds)", "--dump-dom", URL(filePath: path).absoluteString,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let alarm = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: alarm)
        defer { alarm.cancel() }
        let reader = Thread { [process] in try? meanwhile { !process.isRunning } }
        reader.start()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
