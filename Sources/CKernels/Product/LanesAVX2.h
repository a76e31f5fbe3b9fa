// The vocabulary for AVX2 with FMA and F16C: a vector of 16 lanes is two registers of 8, and the dot product of a quad
// is vpmaddubsw (pairs of u8 x s8 to int16) followed by a vpmaddwd that adds the two pairs of a lane.
//
// Sums of pairs stay in int16 as long as they fit, and the closing vpmaddwd multiplies by the scale as well:
//     2, 4 bits: 8 quads (8 * 2 * 15 * 127 = 30480)   5 bits: 4 quads (31496)   6 bits: 2 quads (32004)
// A pair of eight-bit quants would overflow; those go as |w| and the activation with the sign of w (128 * 127 * 2 =
// 32512), and no offset is needed.
#pragma once
#include "Lanes.h"
#include <immintrin.h>

#define LANES_TILE 3
#define LANES_STRIPS 1
#define LANES_SIGNED_BYTES 1
#define LANES_FLOAT_STRIPS(columns) ((columns) <= 2 ? 2 : 1)

typedef uint8_t u8x32 __attribute__((ext_vector_type(32)));
typedef int32_t i32x8 __attribute__((ext_vector_type(8)));

CK_INLINE f32x16 lanes_halves(const uint8_t *at) {
  typedef float f32x8 __attribute__((ext_vector_type(8)));
  f32x16 value;
  value.lo = (f32x8)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)at));
  value.hi = (f32x8)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(at + 16)));
  return value;
}

CK_INLINE __m256i broadcast_word(const void *at) {
  int32_t word;
  memcpy(&word, at, sizeof word);
  return _mm256_set1_epi32(word);
}

/// The lower or upper 8 lanes.
CK_INLINE __m256i bytes_half(u8x64 w, const int half) { return (__m256i)(half ? w.hi : w.lo); }
CK_INLINE __m256i words_half(i32x16 x, const int half) { return (__m256i)(half ? x.hi : x.lo); }

CK_INLINE void set_half(i32x16 *x, const int half, __m256i value) {
  if (half)
    x->hi = (i32x8)value;
  else
    x->lo = (i32x8)value;
}

CK_INLINE u8x64 lanes_lookup(const uint8_t table[16], u8x64 bytes) {
  const __m256i two = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
  u8x64 found;
  found.lo = (u8x32)_mm256_shuffle_epi8(two, bytes_half(bytes, 0));
  found.hi = (u8x32)_mm256_shuffle_epi8(two, bytes_half(bytes, 1));
  return found;
}

/// sum[c] += scale * (w . a) on 8 lanes; `scale` holds two equal int16 in each lane.
CK_INLINE void add_scaled_half(__m256i *sum, const u8x64 *w, const int half, const int quads, const int8_t *a,
                               const int width, const int columns, const int bits, __m256i scale) {
  const int run = bits <= 4 ? 8 : bits == 5 ? 4 : bits == 6 ? 2 : 1;
  LANES_UNROLL
  for (int begin = 0; begin < quads; begin += run) {
    __m256i pairs[LANES_TILE];
    LANES_UNROLL
    for (int k = begin; k < begin + run && k < quads; k++) {
      __m256i quants = bytes_half(w[k], half), magnitude = quants;
      if (bits == 8) {
        quants = _mm256_xor_si256(quants, _mm256_set1_epi8((char)128));
        magnitude = _mm256_abs_epi8(quants);
      }
      LANES_UNROLL
      for (int c = 0; c < columns; c++) {
        __m256i quad = broadcast_word(a + (k * width + c) * 4);
        if (bits == 8) quad = _mm256_sign_epi8(quad, quants);
        const __m256i product = _mm256_maddubs_epi16(magnitude, quad);
        pairs[c] = k == begin ? product : _mm256_add_epi16(pairs[c], product);
      }
    }
    LANES_UNROLL
    for (int c = 0; c < columns; c++) sum[c] = _mm256_add_epi32(sum[c], _mm256_madd_epi16(pairs[c], scale));
  }
}

CK_INLINE void lanes_dot(i32x16 *x, const u8x64 *w, const int strips, const int quads, const int8_t *a, const int width,
                         const int columns, const int bits, const bool has_offset, const int32_t *offset) {
  (void)strips; // one
  LANES_UNROLL
  for (int half = 0; half < 2; half++) {
    __m256i sum[LANES_TILE];
    LANES_UNROLL
    for (int c = 0; c < columns; c++)
      sum[c] = has_offset && bits != 8 ? broadcast_word(offset + c) : _mm256_setzero_si256();
    add_scaled_half(sum, w, half, quads, a, width, columns, bits, _mm256_set1_epi16(1));
    LANES_UNROLL
    for (int c = 0; c < columns; c++) set_half(&x[c], half, sum[c]);
  }
}

CK_INLINE void lanes_add_dot(i32x16 *total, const u8x64 *w, const int strips, const int quads, const int8_t *a,
                             const int width, const int columns, const int bits) {
  (void)strips; // one
  LANES_UNROLL
  for (int half = 0; half < 2; half++) {
    __m256i sum[LANES_TILE];
    LANES_UNROLL
    for (int c = 0; c < columns; c++) sum[c] = words_half(total[c], half);
    add_scaled_half(sum, w, half, quads, a, width, columns, bits, _mm256_set1_epi16(1));
    LANES_UNROLL
    for (int c = 0; c < columns; c++) set_half(&total[c], half, sum[c]);
  }
}

CK_INLINE void lanes_scaled_dot(i32x16 *total, const u8x64 *w, const int strips, const int quads, const int8_t *a,
                                const int width, const int columns, const int bits, const bool has_offset,
                                const int32_t *offsets, const i32x16 *scale) {
  (void)strips; // one
  LANES_UNROLL
  for (int half = 0; half < 2; half++) {
    const __m256i low = _mm256_and_si256(words_half(scale[0], half), _mm256_set1_epi32(0xffff));
    const __m256i twice = _mm256_or_si256(low, _mm256_slli_epi32(low, 16));
    __m256i sum[LANES_TILE];
    LANES_UNROLL
    for (int c = 0; c < columns; c++) sum[c] = words_half(total[c], half);
    add_scaled_half(sum, w, half, quads, a, width, columns, bits, twice);
    if (has_offset && bits != 8) {
      LANES_UNROLL
      for (int k = 0; k < quads / 2; k++) // an offset fits int16: 32 * 127 * 8
        LANES_UNROLL
        for (int c = 0; c < columns; c++)
          sum[c] = _mm256_add_epi32(sum[c], _mm256_madd_epi16(broadcast_word(offsets + k * width + c), low));
    }
    LANES_UNROLL
    for (int c = 0; c < columns; c++) set_half(&total[c], half, sum[c]);
  }
}

CK_INLINE i32x16 lanes_pair_dot(i32x16 total, i32x16 pairs, int32_t pair) {
  const __m256i both = _mm256_set1_epi32(pair);
  LANES_UNROLL
  for (int half = 0; half < 2; half++)
    set_half(&total, half,
             _mm256_add_epi32(words_half(total, half), _mm256_madd_epi16(words_half(pairs, half), both)));
  return total;
}
