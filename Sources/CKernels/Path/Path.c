// Which instruction sets this machine has. A path counts as available only when every feature that its kernels are
// compiled for is there (Product/ and Functions/ name the same features in their target attributes).
#include "Prefetch.h"
#include "ckernels.h"

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#ifndef HWCAP_ASIMDDP
#define HWCAP_ASIMDDP (1 << 20)
#endif
#endif

static bool detect_avx2(void) {
#ifdef __x86_64__
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
#else
  return false;
#endif
}

static bool detect_avx512(void) {
#ifdef __x86_64__
  return detect_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vnni");
#else
  return false;
#endif
}

static bool detect_neon(void) {
#if defined(__aarch64__) && defined(__linux__)
  return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
#elif defined(__aarch64__) && defined(__APPLE__)
  return true; // every Apple silicon has the dot product
#else
  return false;
#endif
}

bool ck_path_available(ck_path path) {
  // Two threads may detect at once: they find the same.
  static int found[4] = {1, -1, -1, -1};
  if ((unsigned)path >= 4) return false;
  int known = __atomic_load_n(&found[path], __ATOMIC_RELAXED);
  if (known < 0) {
    known = path == CK_PATH_AVX2 ? detect_avx2() : path == CK_PATH_AVX512 ? detect_avx512() : detect_neon();
    __atomic_store_n(&found[path], known, __ATOMIC_RELAXED);
  }
  return known != 0;
}

ck_path ck_path_best(void) {
  static const ck_path fastest_first[] = {CK_PATH_AVX512, CK_PATH_AVX2, CK_PATH_NEON};
  for (int i = 0; i < 3; i++)
    if (ck_path_available(fastest_first[i])) return fastest_first[i];
  return CK_PATH_SCALAR;
}

bool ck_weights_want_prefetch(void) {
#ifdef __x86_64__
  static int found = -1; // as above
  int known = __atomic_load_n(&found, __ATOMIC_RELAXED);
  if (known < 0) {
    __builtin_cpu_init();
    known = __builtin_cpu_is("intel") != 0;
    __atomic_store_n(&found, known, __ATOMIC_RELAXED);
  }
  return known != 0;
#else
  return false;
#endif
}
