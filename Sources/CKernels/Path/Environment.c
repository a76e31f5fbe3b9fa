// The floating point environment of the calling thread: the contract needs round to nearest even and gradual underflow.
// Read from the control register, since a computed probe could be folded by the compiler.
#include "ckernels.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

bool ck_environment_is_sound(void) {
#if defined(__x86_64__)
  enum { DENORMALS_ARE_ZERO = 0x0040, ROUNDING = 0x6000, FLUSH_TO_ZERO = 0x8000 };
  return (_mm_getcsr() & (DENORMALS_ARE_ZERO | ROUNDING | FLUSH_TO_ZERO)) == 0;
#elif defined(__aarch64__)
  enum { FLUSH_TO_ZERO_F16 = 1 << 19, ROUNDING = 3 << 22, FLUSH_TO_ZERO = 1 << 24 };
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return (control & (FLUSH_TO_ZERO_F16 | ROUNDING | FLUSH_TO_ZERO)) == 0;
#else
  volatile float tiny = 0x1p-149f, one = 1.0f, half_ulp = 0x1p-24f;
  return tiny * one > 0.0f && one + half_ulp == one && one + 0x1.8p-23f > one + 0x1p-23f;
#endif
}
