// What this machine could do at best: peak loops and plain reads. The peak counts dot products whose operands stand in registers; nothing real reaches it.
#include "ckernels.h"
#include <string.h>

enum { CHAINS = 12 };

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f,avx512vnni"))) static void dots_avx512(long rounds) {
  __m512i sum[CHAINS], w = _mm512_set1_epi8(3), a = _mm512_set1_epi8(1);
  for (int i = 0; i < CHAINS; i++) sum[i] = _mm512_setzero_si512();
  for (long k = 0; k < rounds; k++) {
    __asm__ volatile("" : "+v"(w));
    for (int i = 0; i < CHAINS; i++) sum[i] = _mm512_dpbusd_epi32(sum[i], w, a);
  }
  for (int i = 0; i < CHAINS; i++) __asm__ volatile("" ::"v"(sum[i]));
}

/// Without VNNI a dot product is vpmaddubsw and an addition of 16-bit sums, the fewest instructions that do it.
__attribute__((target("avx2"))) static void dots_avx2(long rounds) {
  __m256i sum[CHAINS], w = _mm256_set1_epi8(3), a = _mm256_set1_epi8(1);
  for (int i = 0; i < CHAINS; i++) sum[i] = _mm256_setzero_si256();
  for (long k = 0; k < rounds; k++) {
    __asm__ volatile("" : "+x"(w));
    for (int i = 0; i < CHAINS; i++) sum[i] = _mm256_add_epi16(sum[i], _mm256_maddubs_epi16(w, a));
  }
  for (int i = 0; i < CHAINS; i++) __asm__ volatile("" ::"x"(sum[i]));
}

__attribute__((target("avx512f"))) static uint64_t read_avx512(const uint8_t *p, size_t bytes) {
  __m512i all[8];
  for (int i = 0; i < 8; i++) all[i] = _mm512_setzero_si512();
  for (size_t at = 0; at + 512 <= bytes; at += 512)
    for (int i = 0; i < 8; i++) all[i] = _mm512_or_si512(all[i], _mm512_loadu_si512(p + at + 64 * i));
  for (int i = 1; i < 8; i++) all[0] = _mm512_or_si512(all[0], all[i]);
  return (uint64_t)_mm512_reduce_or_epi64(all[0]);
}

#elif defined(__aarch64__)
#include <arm_neon.h>

__attribute__((target("dotprod"))) static void dots_neon(long rounds) {
  int32x4_t sum[CHAINS];
  int8x16_t w = vdupq_n_s8(3), a = vdupq_n_s8(1);
  for (int i = 0; i < CHAINS; i++) sum[i] = vdupq_n_s32(0);
  for (long k = 0; k < rounds; k++) {
    __asm__ volatile("" : "+w"(w));
    for (int i = 0; i < CHAINS; i++) sum[i] = vdotq_s32(sum[i], w, a);
  }
  for (int i = 0; i < CHAINS; i++) __asm__ volatile("" ::"w"(sum[i]));
}
#endif

double ck_machine_dot_products(ck_path path, long rounds) {
  int bytes = 0; // of a register; each is a multiplication and an addition
  switch (path) {
#if defined(__x86_64__)
  case CK_PATH_AVX512: dots_avx512(rounds), bytes = 64; break;
  case CK_PATH_AVX2: dots_avx2(rounds), bytes = 32; break;
#elif defined(__aarch64__)
  case CK_PATH_NEON: dots_neon(rounds), bytes = 16; break;
#endif
  default: break;
  }
  return 2.0 * bytes * CHAINS * (double)rounds;
}

static uint64_t read_plain(const uint8_t *p, size_t bytes) {
  uint64_t all[8] = {0};
  for (size_t at = 0; at + 64 <= bytes; at += 64)
    for (int i = 0; i < 8; i++) {
      uint64_t word;
      memcpy(&word, p + at + 8 * i, sizeof word);
      all[i] |= word;
    }
  return all[0] | all[1] | all[2] | all[3] | all[4] | all[5] | all[6] | all[7];
}

uint64_t ck_machine_read(ck_path path, const void *memory, size_t bytes) {
#if defined(__x86_64__)
  if (path == CK_PATH_AVX512) return read_avx512(memory, bytes);
#endif
  (void)path;
  return read_plain(memory, bytes);
}
