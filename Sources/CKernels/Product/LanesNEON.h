// The vocabulary for NEON with the dot product extension: a vector of 16 lanes is four registers of 4, sdot is the dot
// product of a quad. It takes signed bytes; quants of up to 6 bits are those already, and an eight-bit quant q + 128
// becomes q by flipping its top bit, so that no offset is needed.
#pragma once
#include "Lanes.h"
#include <arm_neon.h>

#define LANES_TILE 3
#define LANES_STRIPS 1
#define LANES_SIGNED_BYTES 1
#define LANES_FLOAT_STRIPS(columns) ((columns) <= 2 ? 2 : 1)

/// A register: 4 rows.
enum { QUARTERS = 4 };

CK_INLINE f32x16 lanes_halves(const uint8_t *at) {
  float32x4_t quarters[QUARTERS];
  LANES_UNROLL
  for (int r = 0; r < QUARTERS; r++) quarters[r] = vcvt_f32_f16(vreinterpret_f16_u8(vld1_u8(at + 8 * r)));
  f32x16 value;
  memcpy(&value, quarters, sizeof value);
  return value;
}

CK_INLINE u8x64 lanes_lookup(const uint8_t table[16], u8x64 bytes) {
  uint8x16_t quarters[QUARTERS];
  memcpy(quarters, &bytes, sizeof quarters);
  LANES_UNROLL
  for (int r = 0; r < QUARTERS; r++) quarters[r] = vqtbl1q_u8(vld1q_u8(table), quarters[r]);
  memcpy(&bytes, quarters, sizeof bytes);
  return bytes;
}

/// sum[c][r] += w . a, for 4 registers r of rows.
CK_INLINE void add_quads(int32x4_t sum[][QUARTERS], const u8x64 *w, const int quads, const int8_t *a, int width,
                         const int columns, const int bits) {
  LANES_UNROLL
  for (int k = 0; k < quads; k++) {
    int8x16_t quarters[QUARTERS];
    const u8x64 signed_quants = bits == 8 ? w[k] ^ 128 : w[k];
    memcpy(quarters, &signed_quants, sizeof quarters);
    LANES_UNROLL
    for (int c = 0; c < columns; c++) {
      int32_t word;
      memcpy(&word, a + (k * width + c) * 4, sizeof word);
      const int8x16_t quad = vreinterpretq_s8_s32(vdupq_n_s32(word));
      LANES_UNROLL
      for (int r = 0; r < QUARTERS; r++) sum[c][r] = vdotq_s32(sum[c][r], quarters[r], quad);
    }
  }
}

CK_INLINE void lanes_dot(i32x16 *x, const u8x64 *w, const int strips, const int quads, const int8_t *a, const int width,
                         const int columns, const int bits, const bool has_offset, const int32_t *offset) {
  (void)strips; // one
  int32x4_t sum[LANES_TILE][QUARTERS];
  LANES_UNROLL
  for (int c = 0; c < columns; c++)
    LANES_UNROLL
    for (int r = 0; r < QUARTERS; r++) sum[c][r] = vdupq_n_s32(has_offset && bits != 8 ? offset[c] : 0);
  add_quads(sum, w, quads, a, width, columns, bits);
  LANES_UNROLL
  for (int c = 0; c < columns; c++) memcpy(&x[c], sum[c], sizeof x[c]);
}

CK_INLINE void lanes_add_dot(i32x16 *total, const u8x64 *w, const int strips, const int quads, const int8_t *a,
                             const int width, const int columns, const int bits) {
  (void)strips; // one
  int32x4_t sum[LANES_TILE][QUARTERS];
  LANES_UNROLL
  for (int c = 0; c < columns; c++) memcpy(sum[c], &total[c], sizeof sum[c]);
  add_quads(sum, w, quads, a, width, columns, bits);
  LANES_UNROLL
  for (int c = 0; c < columns; c++) memcpy(&total[c], sum[c], sizeof total[c]);
}

CK_INLINE void lanes_scaled_dot(i32x16 *total, const u8x64 *w, const int strips, const int quads, const int8_t *a,
                                const int width, const int columns, const int bits, const bool has_offset,
                                const int32_t *offsets, const i32x16 *scale) {
  int32_t sums_of_offsets[LANES_TILE] = {0};
  if (has_offset && bits != 8) {
    for (int k = 0; k < quads / 2; k++)
      for (int c = 0; c < columns; c++) sums_of_offsets[c] += offsets[k * width + c];
  }
  i32x16 x[LANES_TILE];
  lanes_dot(x, w, strips, quads, a, width, columns, bits, has_offset, sums_of_offsets);
  LANES_UNROLL
  for (int c = 0; c < columns; c++) total[c] += x[c] * scale[0];
}

CK_INLINE i32x16 lanes_pair_dot(i32x16 total, i32x16 pairs, int32_t pair) {
  return total + (pairs & 0xffff) * (int32_t)(int16_t)pair + (pairs >> 16) * (pair >> 16);
}
