// The vocabulary in plain C: no intrinsics, whatever instructions the compiler has for the base architecture.
#pragma once
#define LANES_UNROLL
#include "Lanes.h"

#define LANES_TILE 1
#define LANES_STRIPS 1
#define LANES_SIGNED_BYTES 0
#define LANES_FLOAT_STRIPS(columns) 1

CK_INLINE f32x16 lanes_halves(const uint8_t *at) {
  f32x16 value;
  for (int r = 0; r < 16; r++) value[r] = ck_float_from_half(ck_load_u16(at + 2 * r));
  return value;
}

CK_INLINE u8x64 lanes_lookup(const uint8_t table[16], u8x64 bytes) {
  for (int i = 0; i < 64; i++) bytes[i] = table[bytes[i]];
  return bytes;
}

/// x + w . a for one quad: byte i of each word times activation i.
CK_INLINE i32x16 lanes_quad(i32x16 x, u8x64 w, const int8_t *a) {
  const i32x16 words = (i32x16)w;
  for (int i = 0; i < 4; i++) x += (words >> 8 * i & 255) * (int32_t)a[i];
  return x;
}

CK_INLINE void lanes_dot(i32x16 *x, const u8x64 *w, const int strips, const int quads, const int8_t *a, const int width,
                         const int columns, const int bits, const bool has_offset, const int32_t *offset) {
  (void)bits, (void)strips; // one
  for (int c = 0; c < columns; c++) {
    x[c] = has_offset ? (i32x16)offset[c] : (i32x16)0;
    for (int k = 0; k < quads; k++) x[c] = lanes_quad(x[c], w[k], a + (k * width + c) * 4);
  }
}

CK_INLINE void lanes_add_dot(i32x16 *total, const u8x64 *w, const int strips, const int quads, const int8_t *a,
                             const int width, const int columns, const int bits) {
  (void)bits, (void)strips; // one
  for (int c = 0; c < columns; c++)
    for (int k = 0; k < quads; k++) total[c] = lanes_quad(total[c], w[k], a + (k * width + c) * 4);
}

CK_INLINE void lanes_scaled_dot(i32x16 *total, const u8x64 *w, const int strips, const int quads, const int8_t *a,
                                const int width, const int columns, const int bits, const bool has_offset,
                                const int32_t *offsets, const i32x16 *scale) {
  (void)strips; // one
  for (int c = 0; c < columns; c++) {
    i32x16 x = 0;
    for (int k = 0; k < quads; k++) {
      if (has_offset && (bits == 8 ? k == 0 : k % 2 == 0)) x += (i32x16)offsets[k / 2 * width + c];
      x = lanes_quad(x, w[k], a + (k * width + c) * 4);
    }
    total[c] += x * scale[0];
  }
}

CK_INLINE i32x16 lanes_pair_dot(i32x16 total, i32x16 pairs, int32_t pair) {
  return total + (pairs & 0xffff) * (int32_t)(int16_t)pair + (pairs >> 16) * (pair >> 16);
}
