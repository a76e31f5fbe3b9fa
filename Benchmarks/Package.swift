// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "prompt-notebook", path: "..")],
    targets: [
        // What this machine could do at best: integer peak and plain reads.
        .target(name: "CMachine"),
        // Speed of the matrix kernels beside it.
        .executableTarget(
            name: "kernels", dependencies: [.product(name: "CKernels", package: "prompt-notebook"), "CMachine"]),
    ],
    cLanguageStandard: .gnu17
)
