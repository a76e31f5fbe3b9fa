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
        for rounding in [FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO] {
            #expect(fesetround(Int32(rounding)) == 0)
            let isSound = ck_environment_is_sound()
            fesetround(Int32(FE_TONEAREST))
            #expect(!isSound)
        }
        #expect(ck_environment_is_sound())
    }
}
