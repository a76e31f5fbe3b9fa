// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "prompt-notebook",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "playground", targets: ["playground"]),
        .library(name: "FoundationModels", targets: ["FoundationModels"]),
        .library(name: "Playgrounds", targets: ["Playgrounds"]),
        .library(name: "Notebook", targets: ["Notebook"]),
        .library(name: "PlaygroundFixtures", targets: ["PlaygroundFixtures"]),
        .library(name: "CKernels", targets: ["CKernels"]),  // for Benchmarks
    ],
    targets: [
        // L0: SIMD kernels on memory that the caller owns.
        .target(name: "CKernels", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),

        // L1: three parts that are strangers to each other.
        .target(name: "Engine", dependencies: ["CKernels"]),
        .target(name: "Tokenization"),
        .target(name: "ConstrainedDecoding"),

        // L2: one generation.
        .target(name: "Inference", dependencies: ["Engine", "Tokenization", "ConstrainedDecoding"]),

        // Beside: the system and the weights on this machine.
        .target(name: "CPlatform"),
        .target(name: "Platform", dependencies: ["CPlatform"]),
        .target(name: "Models", dependencies: ["Engine", "Tokenization", "Inference", "Platform"]),

        // L3: the products that people import.
        .macro(name: "FoundationModelsMacros"),
        .target(
            name: "FoundationModels",
            dependencies: [
                "Inference", "Models", "Platform", "Tokenization", "ConstrainedDecoding", "FoundationModelsMacros",
            ]),
        .target(name: "CPlaygrounds"),
        .target(name: "Playgrounds", dependencies: ["CPlaygrounds", "FoundationModelsMacros"]),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .target(name: "YAML", dependencies: ["CYAML"]),

        // L4: playground files.
        .target(name: "Notebook", dependencies: ["FoundationModels", "YAML", "Platform"]),

        // Beside: playground files and their records in the tests of apps.
        .target(name: "PlaygroundFixtures", dependencies: ["Notebook", "FoundationModels", "Platform"]),

        // L5: the command line.
        // A library with a program around it: the tests of a program may be compiled before the program is.
        .target(name: "PlaygroundCLI", dependencies: ["Notebook", "Models", "FoundationModels", "Platform"]),
        .executableTarget(name: "playground", dependencies: ["PlaygroundCLI"]),

        // Beside: verdicts and times of guided decoding on schemas from elsewhere.
        .executableTarget(
            name: "guided-bench", dependencies: ["ConstrainedDecoding", "Engine", "Inference", "Tokenization"],
            path: "Benchmarks/Guided"),

        // Beside: times of prefixes from nothing, from memory and from files.
        .executableTarget(
            name: "prefix-bench", dependencies: ["Engine", "Inference", "Models", "Tokenization"],
            path: "Benchmarks/Prefix"),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["Engine"], path: "Tests/TestSupport"),
        .testTarget(name: "CKernelsTests", dependencies: ["CKernels", "TestSupport"], exclude: ["Emulated"]),
        .testTarget(name: "EngineTests", dependencies: ["Engine", "TestSupport"], exclude: ["Goldens"]),
        .testTarget(
            name: "TokenizationTests", dependencies: ["Tokenization", "TestSupport"], exclude: ["Template/Reference"]),
        .testTarget(
            name: "InferenceTests",
            dependencies: ["Inference", "Engine", "Tokenization", "ConstrainedDecoding", "TestSupport"]),
        .testTarget(name: "ConstrainedDecodingTests", dependencies: ["ConstrainedDecoding", "TestSupport"]),
        .testTarget(name: "FoundationModelsMacrosTests", dependencies: ["FoundationModelsMacros", "TestSupport"]),
        .testTarget(
            name: "GenerableTests",
            dependencies: ["FoundationModels", "Playgrounds", "FoundationModelsMacros", "TestSupport"],
            exclude: ["Client", "Rejected"]),
        .testTarget(
            name: "SeedSnippetTests", dependencies: ["FoundationModels", "Playgrounds", "TestSupport"]),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(
            name: "ModelsTests",
            dependencies: ["Models", "Inference", "Engine", "Tokenization", "Platform", "TestSupport"]),
        .testTarget(
            name: "FoundationModelsTests",
            dependencies: ["FoundationModels", "Inference", "Tokenization", "Platform", "TestSupport"]),
        .testTarget(name: "YAMLTests", dependencies: ["YAML", "TestSupport"]),
        .testTarget(
            name: "NotebookTests",
            dependencies: ["Notebook", "YAML", "Platform", "FoundationModels", "TestSupport"]),
        .testTarget(
            name: "PlaygroundCommandTests",
            dependencies: [
                "playground", "PlaygroundCLI", "FoundationModels", "Notebook", "Models", "Inference", "Engine",
                "Tokenization",
                "Platform", "TestSupport",
            ]),
        .testTarget(
            name: "PlaygroundFixturesTests",
            dependencies: ["PlaygroundFixtures", "Notebook", "FoundationModels", "TestSupport"],
            exclude: ["Exported/everything.playground.yaml"]),
        .testTarget(name: "LayeringTests", dependencies: ["TestSupport"]),
    ],
    cLanguageStandard: .gnu17
)

// Programs as users write them, a file each: with the public modules and the language's own settings.
let samples = [
    ("sample-barista", "Barista.swift"), ("sample-condensing", "Condensing.swift"),
    ("sample-custom-executor", "CustomExecutor.swift"), ("sample-itinerary", "Itinerary.swift"),
    ("sample-profiles", "Profiles.swift"), ("sample-riddle", "Riddle.swift"), ("sample-tagging", "Tagging.swift"),
    ("sample-weather", "Weather.swift"),
]

for (name, file) in samples {
    package.targets.append(
        .executableTarget(
            name: name, dependencies: ["FoundationModels"], path: "samples",
            exclude: samples.map(\.1).filter { $0 != file }, sources: [file]))
}

package.targets.append(
    .testTarget(
        name: "SamplesTests", dependencies: ["Platform", "TestSupport"] + samples.map { .byName(name: $0.0) }))

for target in package.targets
where target.type != .system && !target.name.hasPrefix("C") && !target.name.hasPrefix("sample-") {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}
