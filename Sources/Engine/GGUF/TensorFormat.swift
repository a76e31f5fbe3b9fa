// The formats in which a GGUF file stores weights: numbers, names and block sizes. What the bits of a block mean is the
// kernels' business.

/// A format of stored weights that the engine reads. The raw value is the file's number for it.
///
/// A row is a whole number of blocks; a block holds `blockWeights` weights in `blockByteCount` bytes.
package enum TensorFormat: UInt32, CaseIterable, Hashable, Sendable {
    case f32 = 0
    case f16 = 1
    case q4_0 = 2
    case q4_1 = 3
    case q5_0 = 6
    case q5_1 = 7
    case q8_0 = 8
    case q2_K = 10
    case q3_K = 11
    case q4_K = 12
    case q5_K = 13
    case q6_K = 14
    case iq4_NL = 20
    case iq4_XS = 23
    case bf16 = 30
    case tq1_0 = 34
    case tq2_0 = 35
    case mxfp4 = 39

    /// The name in general use, as in `Q4_K`.
    package var name: String { String(describing: self).uppercased() }

    /// Weights in a block: 1, 32 or 256.
    package var blockWeights: Int {
        switch self {
        case .f32, .f16, .bf16: 1
        case .q4_0, .q4_1, .q5_0, .q5_1, .q8_0, .iq4_NL, .mxfp4: 32
        case .q2_K, .q3_K, .q4_K, .q5_K, .q6_K, .iq4_XS, .tq1_0, .tq2_0: 256
        }
    }

    /// Bytes of a block: its scales (and minima) and its quants.
    package var blockByteCount: Int {
        switch self {
        case .f32: 4
        case .f16, .bf16: 2
        case .q4_0: 2 + 16
        case .q4_1: 2 + 2 + 16
        case .q5_0: 2 + 4 + 16
        case .q5_1: 2 + 2 + 4 + 16
        case .q8_0: 2 + 32
        case .q2_K: 16 + 64 + 2 + 2
        case .q3_K: 32 + 64 + 12 + 2
        case .q4_K: 2 + 2 + 12 + 128
        case .q5_K: 2 + 2 + 12 + 32 + 128
        case .q6_K: 128 + 64 + 16 + 2
        case .iq4_NL: 2 + 16
        case .iq4_XS: 2 + 2 + 4 + 128
        case .tq1_0: 48 + 4 + 2
        case .tq2_0: 64 + 2
        case .mxfp4: 1 + 16
        }
    }

    /// Formats that exist but are not read, so that they can be refused by name.
    package static let unsupportedNames: [UInt32: String] = [
        4: "Q4_2", 5: "Q4_3", 9: "Q8_1", 15: "Q8_K", 16: "IQ2_XXS", 17: "IQ2_XS", 18: "IQ3_XXS", 19: "IQ1_S",
        21: "IQ3_S", 22: "IQ2_S", 24: "I8", 25: "I16", 26: "I32", 27: "I64", 28: "F64", 29: "IQ1_M", 31: "Q4_0_4_4",
        32: "Q4_0_4_8", 33: "Q4_0_8_8", 36: "IQ4_NL_4_4", 37: "IQ4_NL_4_8", 38: "IQ4_NL_8_8", 40: "NVFP4",
    ]
}
