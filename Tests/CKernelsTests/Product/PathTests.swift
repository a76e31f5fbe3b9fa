// The detection of instruction sets and of the floating point environment.
import CKernels
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct PathTests {
    @Test("The scalar path runs everywhere, and the best path is available")
    func available() {
        #expect(ck_path_available(CK_PATH_SCALAR))
        #expect(ck_path_available(ck_path_best()))
    }

    @Test("A machine has the paths of one architecture only")
    func architecture() {
        #if arch(x86_64)
            #expect(!ck_path_available(CK_PATH_NEON))
        #elseif arch(arm64)
            #expect(!ck_path_available(CK_PATH_AVX2))
            #expect(!ck_path_available(CK_PATH_AVX512))
        #endif
        #expect(!ck_path_available(ck_path(rawValue: 17)))
    }

    @Test("The environment of a fresh thread is sound, and one that rounds otherwise isn't")
    func environment() {
        #expect(ck_environment_is_sound())
        // FE_UPWARD, FE_DOWNWARD and FE_TOWARDZERO, which Swift sees twice; FE_TONEAREST is 0.
        #if arch(x86_64)
            let others: [Int32] = [0x800, 0x400, 0xc00]
        #else
            let others: [Int32] = [0x40_0000, 0x80_0000, 0xc0_0000]
        #endif
        for rounding in others {
            #expect(fesetround(rounding) == 0)
            let isSound = ck_environment_is_sound()
            #expect(fesetround(0) == 0)
            #expect(!isSound)
        }
        #expect(ck_environment_is_sound())
    }
}
