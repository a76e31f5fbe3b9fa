// One pass over strips of a format with blocks of 32 weights: Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, IQ4_NL, MXFP4. A weight block is unpacked
// once and then used for all panels of a group.
#pragma once
#include "../Path/Prefetch.h"
#include "Panels.h"
#include "Unpack.h"

/// Strips times one group that begins with column `first`.
typedef struct {
  const ck_activations *a;
  const uint8_t *weights; // of the first strip
  size_t strip_bytes;
  size_t first;
  bool fetches_ahead;
} strip_pass;

CK_INLINE const int32_t *offsets_32(const ck_format format, const ck_activations *a) {
  switch (format) {
  case CK_Q4_0: return a->offset_4bit;
  case CK_Q5_0:
  case CK_MXFP4: return a->offset_5bit;
  default: return a->offset_8bit;
  }
}

/// A block's scales, one a row: d, and m where the format has one.
typedef struct {
  f32x16 d[LANES_STRIPS], m[LANES_STRIPS];
} block_scales;

/// `columns` columns of a panel: acc = fma(I, d s, acc), and fma(m, s S, acc) where there is an m.
CK_INLINE void tile_32(const ck_format format, const ck_activations *a, const u8x64 *w, const block_scales *scales,
                       const int8_t *values, size_t side, const int strips, const int width, const int columns,
                       f32x16 *acc) {
  const bool has_minimum = format == CK_Q4_1 || format == CK_Q5_1;
  const bool has_offset = !has_minimum;
  const int32_t *offset = has_offset ? offsets_32(format, a) + side : 0;
  i32x16 x[LANES_STRIPS * LANES_TILE];
  lanes_dot(x, w, strips, 8, values, width, columns, quant_bits(format), has_offset, offset);
  LANES_UNROLL
  for (int c = 0; c < columns; c++) {
    const f32x16 s = a->scale[side + (size_t)c];
    LANES_UNROLL
    for (int i = 0; i < strips; i++) {
      f32x16 sum = fused(to_float(x[i * columns + c]), scales->d[i] * s, acc[i * width + c]);
      if (has_minimum) sum = fused(scales->m[i], (f32x16)a->scaled_sum[side + (size_t)c], sum);
      acc[i * width + c] = sum;
    }
  }
}

CK_INLINE void pass_32(const ck_format format, strip_pass pass, const int strips, const int panels, const int width,
                       f32x16 *acc) {
  const ck_activations *a = pass.a;
  const int blocks = a->width / 32;
  const uint8_t *block = pass.weights;
  const int8_t *values = (const int8_t *)a->values + pass.first * (size_t)a->width;
  size_t side = pass.first * (size_t)blocks;
  for (int b = 0; b < blocks; b++, block += packed_block_bytes(format)) {
    if (width == 1 && pass.fetches_ahead) fetch_ahead(block, packed_block_bytes(format));
    u8x64 w[LANES_STRIPS * QUADS];
    block_scales scales;
    LANES_UNROLL
    for (int i = 0; i < strips; i++) {
      const uint8_t *of_strip = block + (size_t)i * pass.strip_bytes;
      unpack_32(format, of_strip, w + i * QUADS);
      scales.d[i] = format == CK_MXFP4 ? load_exponents(of_strip) : lanes_halves(of_strip);
      scales.m[i] = format == CK_Q4_1 || format == CK_Q5_1 ? lanes_halves(of_strip + 32) : (f32x16)0;
    }
    for (int p = 0; p < panels; p++, values += 32 * width, side += (size_t)width)
      for (int begin = 0, columns; begin < width; begin += columns) {
        columns = width - begin < LANES_TILE ? width - begin : LANES_TILE;
#define TILE(n)                                                                                                        \
  tile_32(format, a, w, &scales, values + 4 * begin, side + (size_t)begin, strips, LANES_WIDTH(n, width), n,           \
          acc + p * strips * width + begin)
        LANES_WITH_TILE(columns, TILE)
#undef TILE
      }
  }
}
