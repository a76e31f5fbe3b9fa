// Which instruction set the kernels run on: the best of this machine, or one that is asked for. All give the same bits.

internal import CKernels

/// An instruction set of the kernels.
package enum CPUPath: String, Sendable, CaseIterable {
    case scalar, avx2, avx512, neon

    var value: ck_path {
        switch self {
        case .scalar: CK_PATH_SCALAR
        case .avx2: CK_PATH_AVX2
        case .avx512: CK_PATH_AVX512
        case .neon: CK_PATH_NEON
        }
    }

    /// True where this machine can run it.
    package var isAvailable: Bool { ck_path_available(value) }

    /// The fastest that this machine can run.
    package static var best: CPUPath {
        let best = ck_path_best()
        return allCases.first { $0.value == best } ?? .scalar
    }

    /// Those that this machine can run.
    package static var available: [CPUPath] { allCases.filter(\.isAvailable) }
}
