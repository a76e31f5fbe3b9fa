// One pass over strips of a format whose sub-scales are multiplied into its quants as these are unpacked, which is exact in
// a byte: Q2_K, Q3_K, TQ1_0, TQ2_0. A block of 256 weights is then one chain of 64 integer dot products, and one float
// step.
#pragma once
#include "BlocksOf32.h"

/// Integer totals start with what the unsigned form of the quants adds: q for q - 1, or 128 - x for -x.
CK_INLINE int32_t start_folded(const ck_format format, int32_t sum) {
  switch (format) {
  case CK_TQ1_0:
  case CK_TQ2_0: return -sum;
  case CK_Q3_K: return LANES_SIGNED_BYTES ? 0 : -128 * sum;
  default: return 0;
  }
}

/// M of one column: sum_j m_j S_j. Pairs of int16: sub-blocks (0, 2), (1, 3), (4, 6), ...
CK_INLINE i32x16 minimum_of_16(const sub_scales_of_16 *sub, const int32_t *sums, int width) {
  i32x16 M = 0;
  LANES_UNROLL
  for (int n = 0; n < 4; n++) {
    M = lanes_pair_dot(M, sub->minima[n] & 0x00ff00ff, sums[2 * n * width]);
    M = lanes_pair_dot(M, sub->minima[n] >> 8 & 0x00ff00ff, sums[(2 * n + 1) * width]);
  }
  return M;
}

/// The float step of one strip for all panels: acc = fma(I, d s, acc) and, for Q2_K, fma(M, -(dmin s), acc).
CK_INLINE void add_folded(const ck_format format, const uint8_t *block, const sub_scales_of_16 *sub,
                          const i32x16 *total, const float *scale, const int32_t *sums_of_16, const int strips,
                          const int panels, const int width, f32x16 *acc) {
  const f32x16 d = lanes_halves(block), dmin = format == CK_Q2_K ? lanes_halves(block + CK_STRIP_Q2_K_DMIN) : (f32x16)0;
  for (int p = 0; p < panels; p++) {
    for (int c = 0; c < width; c++) {
      const int at = p * strips * width + c;
      const f32x16 s = scale[p * width + c];
      const i32x16 I = format == CK_Q3_K ? -total[at] : total[at];
      acc[at] = fused(to_float(I), d * s, acc[at]);
      if (format == CK_Q2_K)
        acc[at] = fused(to_float(minimum_of_16(sub, sums_of_16 + 8 * p * width + c, width)), -(dmin * s), acc[at]);
    }
  }
}

CK_INLINE void pass_folded(const ck_format format, strip_pass pass, const int strips, const int panels,
                           const int width, f32x16 *acc) {
  const ck_activations *a = pass.a;
  const int blocks = a->width / 256, columns = panels * width;
  const uint8_t *block = pass.weights;
  size_t before = pass.first * (size_t)blocks; // blocks of activations before this one
  for (int b = 0; b < blocks; b++, block += packed_block_bytes(format), before += (size_t)columns) {
    if (width == 1 && pass.fetches_ahead) fetch_ahead(block, packed_block_bytes(format));
    sub_scales_of_16 sub[LANES_STRIPS];
    for (int i = 0; i < strips; i++) sub[i] = unpack_sub_scales_of_16(format, block + (size_t)i * pass.strip_bytes);
    i32x16 total[LANES_STRIPS * CK_GROUP_COLUMNS];
    for (int p = 0; p < panels; p++)
      for (int i = 0; i < strips; i++)
        for (int c = 0; c < width; c++)
          total[(p * strips + i) * width + c] = start_folded(format, a->sum[before + (size_t)(p * width + c)]);
    for (int j = 0; j < 8; j++) {
      u8x64 w[LANES_STRIPS * QUADS];
      LANES_UNROLL
      for (int i = 0; i < strips; i++)
        unpack_folded(format, block + (size_t)i * pass.strip_bytes, &sub[i], j, w + i * QUADS);
      const int8_t *values = (const int8_t *)a->values + before * 256 + (size_t)(32 * j * width);
      for (int p = 0; p < panels; p++, values += 256 * width)
        for (int begin = 0, tile; begin < width; begin += tile) {
          tile = width - begin < LANES_TILE ? width - begin : LANES_TILE;
#define TILE(n)                                                                                                        \
  lanes_add_dot(total + p * strips * width + begin, w, strips, 8, values + 4 * begin, LANES_WIDTH(n, width), n,        \
                quant_bits(format))
          LANES_WITH_TILE(tile, TILE)
#undef TILE
        }
    }
    for (int i = 0; i < strips; i++)
      add_folded(format, block + (size_t)i * pass.strip_bytes, &sub[i], total + i * width, a->scale + before,
                 a->sums_of_16 + before * 8, strips, panels, width, acc + i * width);
  }
}
