// The vocabulary for AVX-512 with VNNI: a vector of 16 lanes is one register, vpdpbusd is the dot product of a quad.
// Two of them start in a cycle and so do two loads; 2 strips by 6 columns need one load for two dot products and give
// 12 independent sums to hide the latency.
//
// A scaled dot is cut into parts whose sums fit 16 bits, so that vpdpwssd multiplies them by the scale and adds them in
// one instruction (the high half of the scale's word is 0): 4 quads of four-bit quants (15 * 127 * 16 = 30480), 2 quads
// of five-bit ones (31 * 127 * 8 = 31496) and 2 quads of six-bit ones with their offset (32 * 127 * 8 = 32512). A quad of
// eight-bit ones would not fit: 8 quads are summed in 32 bits and multiplied there.
#pragma once
#include "Lanes.h"
#include <immintrin.h>

#define LANES_TILE 6
#define LANES_STRIPS 2
#define LANES_SIGNED_BYTES 0
#define LANES_FLOAT_STRIPS(columns) ((columns) <= 3 ? 4 : 2)

CK_INLINE f32x16 lanes_halves(const uint8_t *at) {
  return (f32x16)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)at));
}

CK_INLINE __m512i broadcast_word(const void *at) {
  int32_t word;
  memcpy(&word, at, sizeof word);
  return _mm512_set1_epi32(word);
}

CK_INLINE u8x64 lanes_lookup(const uint8_t table[16], u8x64 bytes) {
  const __m512i four = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)table));
  return (u8x64)_mm512_shuffle_epi8(four, (__m512i)bytes);
}

CK_INLINE void lanes_dot(i32x16 *x, const u8x64 *w, const int strips, const int quads, const int8_t *a, const int width,
                         const int columns, const int bits, const bool has_offset, const int32_t *offset) {
  (void)bits;
  LANES_UNROLL
  for (int i = 0; i < strips; i++)
    LANES_UNROLL
    for (int c = 0; c < columns; c++) x[i * columns + c] = has_offset ? (i32x16)offset[c] : (i32x16)0;
  LANES_UNROLL
  for (int k = 0; k < quads; k++)
    LANES_UNROLL
    for (int c = 0; c < columns; c++) {
      const __m512i quad = broadcast_word(a + (k * width + c) * 4);
      LANES_UNROLL
      for (int i = 0; i < strips; i++) {
        i32x16 *sum = &x[i * columns + c];
        *sum = (i32x16)_mm512_dpbusd_epi32((__m512i)*sum, (__m512i)w[i * QUADS + k], quad);
      }
    }
}

/// A single column alternates between four sums: one would wait for itself.
CK_INLINE void lanes_add_dot(i32x16 *total, const u8x64 *w, const int strips, const int quads, const int8_t *a,
                             const int width, const int columns, const int bits) {
  (void)bits;
  const int chains = strips * columns >= 4 ? 1 : 4;
  i32x16 sum[4 * LANES_STRIPS * LANES_TILE];
  LANES_UNROLL
  for (int i = 0; i < strips; i++)
    LANES_UNROLL
    for (int c = 0; c < columns; c++)
      LANES_UNROLL
      for (int n = 0; n < chains; n++)
        sum[(i * columns + c) * chains + n] = n == 0 ? total[i * width + c] : (i32x16)0;
  LANES_UNROLL
  for (int k = 0; k < quads; k++)
    LANES_UNROLL
    for (int c = 0; c < columns; c++) {
      const __m512i quad = broadcast_word(a + (k * width + c) * 4);
      LANES_UNROLL
      for (int i = 0; i < strips; i++) {
        i32x16 *one = &sum[(i * columns + c) * chains + k % chains];
        *one = (i32x16)_mm512_dpbusd_epi32((__m512i)*one, (__m512i)w[i * QUADS + k], quad);
      }
    }
  LANES_UNROLL
  for (int i = 0; i < strips; i++)
    LANES_UNROLL
    for (int c = 0; c < columns; c++) {
      const i32x16 *of = &sum[(i * columns + c) * chains];
      total[i * width + c] = chains == 1 ? of[0] : (of[0] + of[1]) + (of[2] + of[3]);
    }
}

CK_INLINE void lanes_scaled_dot(i32x16 *total, const u8x64 *w, const int strips, const int quads, const int8_t *a,
                                const int width, const int columns, const int bits, const bool has_offset,
                                const int32_t *offsets, const i32x16 *scale) {
  const int part = bits == 8 ? quads : bits == 4 ? 4 : 2;
  i32x16 sum[LANES_STRIPS * LANES_TILE];
  LANES_UNROLL
  for (int i = 0; i < strips; i++)
    LANES_UNROLL
    for (int c = 0; c < columns; c++) sum[i * columns + c] = total[i * width + c];
  LANES_UNROLL
  for (int k = 0; k < quads; k += part) {
    i32x16 x[LANES_STRIPS * LANES_TILE];
    lanes_dot(x, w + k, strips, part, a + k * width * 4, width, columns, bits, has_offset,
              has_offset ? offsets + k / 2 * width : 0);
    LANES_UNROLL
    for (int i = 0; i < strips; i++) {
      const __m512i low_half = (__m512i)(scale[i] & 0xffff);
      LANES_UNROLL
      for (int c = i * columns; c < (i + 1) * columns; c++)
        sum[c] = bits == 8 ? sum[c] + x[c] * scale[i]
                           : (i32x16)_mm512_dpwssd_epi32((__m512i)sum[c], (__m512i)x[c], low_half);
    }
  }
  LANES_UNROLL
  for (int i = 0; i < strips; i++)
    LANES_UNROLL
    for (int c = 0; c < columns; c++) total[i * width + c] = sum[i * columns + c];
}

CK_INLINE i32x16 lanes_pair_dot(i32x16 total, i32x16 pairs, int32_t pair) {
  return (i32x16)_mm512_dpwssd_epi32((__m512i)total, (__m512i)pairs, _mm512_set1_epi32(pair));
}
