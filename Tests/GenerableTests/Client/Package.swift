// swift-tools-version: 6.2
// A package of somebody else that depends on this one by a tag. The test puts the address in.

import PackageDescription

let dependencies: [Target.Dependency] = [
    .product(name: "FoundationModels", package: "prompt-notebook"),
    .product(name: "Playgrounds", package: "prompt-notebook"),
]

let package = Package(
    name: "client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "ADDRESS", exact: "0.0.1")],
    targets: [
        .executableTarget(name: "swift5", dependencies: dependencies, swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(name: "swift6", dependencies: dependencies),
        .executableTarget(
            name: "fixtures",
            dependencies: dependencies + [.product(name: "PlaygroundFixtures", package: "prompt-notebook")]),
        .executableTarget(
            name: "isolated", dependencies: dependencies, swiftSettings: [.defaultIsolation(MainActor.self)]),
    ]
)
