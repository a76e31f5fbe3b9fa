// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The toolchain's `usr/lib/swift/host`, where its SwiftParser lies: found by the library that this manifest runs with.
func hostLibraries() -> String {
    let marker = "/pm/ManifestAPI/"
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    for line in maps.split(separator: "\n") where line.contains(marker) {
        if let slash = line.firstIndex(of: "/"), let cut = line.range(of: marker) {
            return line[slash..<cut.lowerBound] + "/host"
        }
    }
    return ""
}

let host = hostLibraries()

let package = Package(
    name: "scanner-check",
    targets: [
        .executableTarget(
            name: "ScannerCheck",
            swiftSettings: [.unsafeFlags(["-I", host])],
            linkerSettings: [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])])
    ]
)
