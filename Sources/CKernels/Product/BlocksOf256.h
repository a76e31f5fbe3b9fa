// One pass over strips of a format with blocks of 256 weights: Q4_K, Q5_K, Q6_K, IQ4_XS. The sub-blocks of a block are unpacked
// one after the other and added to integer totals, one for each column of the group and row; the float step follows
// when the block is complete.
#pragma once
#include "BlocksOf32.h"

/// One block of a group's activations, from its first panel on.
typedef struct {
  const int8_t *values;
  const int32_t *offsets; // of each 8 activations (Q6_K) or each 32 (IQ4_XS)
} group_block;

/// Adds a sub-block, which begins with quad `first_quad` of the block, to the totals of all panels.
CK_INLINE void add_sub_block(const ck_format format, group_block at, const u8x64 *w, const int quads, int first_quad,
                             const i32x16 *scale, const int strips, const int panels, const int width, i32x16 *total) {
  const int8_t *values = at.values + 4 * first_quad * width;
  const bool has_offset = format == CK_Q6_K || format == CK_IQ4_XS;
  const int with_offset = format == CK_Q6_K ? 2 : 8; // quads
  const int32_t *offsets = has_offset ? at.offsets + first_quad / with_offset * width : 0;
  for (int p = 0; p < panels; p++, total += strips * width) {
    for (int begin = 0, columns; begin < width; begin += columns) {
      columns = width - begin < LANES_TILE ? width - begin : LANES_TILE;
#define TILE(n)                                                                                                        \
  lanes_scaled_dot(total + begin, w, strips, quads, values + 4 * begin, LANES_WIDTH(n, width), n, quant_bits(format),  \
                   has_offset, has_offset ? offsets + begin : 0, scale)
      LANES_WITH_TILE(columns, TILE)
#undef TILE
    }
    values += 256 * width;
    if (has_offset) offsets += 64 / with_offset * width;
  }
}

CK_INLINE void totals_q45_k(const ck_format format, const uint8_t *block, size_t strip_bytes, group_block at,
                            const sub_scales *sub, const int strips, const int panels, const int width,
                            i32x16 *total) {
  for (int pair = 0; pair < 4; pair++) // of sub-blocks that share bytes
    LANES_UNROLL
    for (int odd = 0; odd < 2; odd++) {
      u8x64 w[LANES_STRIPS * QUADS];
      i32x16 scale[LANES_STRIPS];
      LANES_UNROLL
      for (int i = 0; i < strips; i++) {
        unpack_q45_k(format, block + (size_t)i * strip_bytes, pair, odd, w + i * QUADS);
        scale[i] = sub[i].scales[pair / 2] >> (16 * (pair % 2) + 8 * odd) & 255;
      }
      add_sub_block(format, at, w, 8, 16 * pair + 8 * odd, scale, strips, panels, width, total);
    }
}

CK_INLINE void totals_q6_k(const uint8_t *block, size_t strip_bytes, group_block at, const int strips,
                           const int panels, const int width, i32x16 *total) {
  for (int half_and_part = 0; half_and_part < 4; half_and_part++) {
    const int h = half_and_part / 2, part = half_and_part % 2;
    LANES_UNROLL
    for (int t = 0; t < 4; t++) {
      const int j = 8 * h + 2 * t + part;
      u8x64 w[LANES_STRIPS * QUADS];
      i32x16 scale[LANES_STRIPS];
      LANES_UNROLL
      for (int i = 0; i < strips; i++) {
        const uint8_t *of_strip = block + (size_t)i * strip_bytes;
        unpack_q6_k(of_strip, h, t, part, w + i * QUADS);
        scale[i] = load_signed_bytes(of_strip + CK_STRIP_Q6_K_SCALES + 16 * j);
      }
      add_sub_block(CK_Q6_K, at, w, 4, 4 * j, scale, strips, panels, width, total);
    }
  }
}

CK_INLINE void totals_iq4_xs(const uint8_t *block, size_t strip_bytes, group_block at, const int strips,
                             const int panels, const int width, i32x16 *total) {
  for (int j = 0; j < 8; j++) {
    u8x64 w[LANES_STRIPS * QUADS];
    i32x16 scale[LANES_STRIPS];
    LANES_UNROLL
    for (int i = 0; i < strips; i++) {
      const uint8_t *of_strip = block + (size_t)i * strip_bytes;
      unpack_levels(of_strip + CK_STRIP_IQ4_XS_QUANTS + 256 * j, ck_shifted_iq4, w + i * QUADS);
      const i32x16 low = load_words(of_strip + CK_STRIP_IQ4_XS_LOW) >> 4 * j & 15;
      const i32x16 high = (i32x16)load_u16s(of_strip + CK_STRIP_IQ4_XS_HIGH) >> 2 * j & 3;
      scale[i] = (low | high << 4) - 32;
    }
    add_sub_block(CK_IQ4_XS, at, w, 8, 8 * j, scale, strips, panels, width, total);
  }
}

/// M of one column: sum_j m_j S_j. Pairs of int16: sub-blocks (0, 2), (1, 3), (4, 6), (5, 7).
CK_INLINE i32x16 minimum_of(const sub_scales *sub, const int32_t *sums, int width) {
  const i32x16 even = 0x00ff00ff;
  i32x16 M = lanes_pair_dot(0, sub->minima[0] & even, sums[0]);
  M = lanes_pair_dot(M, sub->minima[0] >> 8 & even, sums[width]);
  M = lanes_pair_dot(M, sub->minima[1] & even, sums[2 * width]);
  return lanes_pair_dot(M, sub->minima[1] >> 8 & even, sums[3 * width]);
}

/// acc = fma(I, d s, acc) and, where there are minima, fma(M, -(dmin s), acc), for one strip of all panels.
CK_INLINE void add_totals(const ck_format format, const uint8_t *block, const sub_scales *sub, const i32x16 *total,
                          const float *scale, const int32_t *sums_of_32, const int strips, const int panels,
                          const int width, f32x16 *acc) {
  const bool has_minima = format == CK_Q4_K || format == CK_Q5_K;
  const f32x16 d = lanes_halves(block), dmin = has_minima ? lanes_halves(block + CK_STRIP_Q45_K_DMIN) : (f32x16)0;
  for (int p = 0; p < panels; p++) {
    for (int c = 0; c < width; c++) {
      const int at = p * strips * width + c;
      const f32x16 s = scale[p * width + c];
      acc[at] = fused(to_float(total[at]), d * s, acc[at]);
      if (has_minima)
        acc[at] = fused(to_float(minimum_of(sub, sums_of_32 + 4 * p * width + c, width)), -(dmin * s), acc[at]);
    }
  }
}

CK_INLINE void pass_256(const ck_format format, strip_pass pass, const int strips, const int panels, const int width,
                        f32x16 *acc) {
  const ck_activations *a = pass.a;
  const int blocks = a->width / 256, columns = panels * width;
  const size_t side = pass.first * (size_t)blocks;
  const uint8_t *block = pass.weights;
  for (int b = 0; b < blocks; b++, block += packed_block_bytes(format)) {
    if (width == 1 && pass.fetches_ahead) fetch_ahead(block, packed_block_bytes(format));
    const size_t before = side + (size_t)(b * columns); // blocks of activations before this one
    const int32_t *offsets = format == CK_IQ4_XS ? a->offset_8bit + before * 8 : a->offset_6bit + before * 32;
    const group_block at = {(const int8_t *)a->values + before * 256, offsets};
    sub_scales sub[LANES_STRIPS];
    i32x16 total[LANES_STRIPS * CK_GROUP_COLUMNS];
    for (int c = 0; c < strips * columns; c++) total[c] = 0;
    if (format == CK_Q6_K) {
      totals_q6_k(block, pass.strip_bytes, at, strips, panels, width, total);
    } else if (format == CK_IQ4_XS) {
      totals_iq4_xs(block, pass.strip_bytes, at, strips, panels, width, total);
    } else {
      for (int i = 0; i < strips; i++) sub[i] = unpack_sub_scales(block + (size_t)i * pass.strip_bytes);
      totals_q45_k(format, block, pass.strip_bytes, at, sub, strips, panels, width, total);
    }
    for (int i = 0; i < strips; i++)
      add_totals(format, block + (size_t)i * pass.strip_bytes, &sub[i], total + i * width, a->scale + before,
                 a->sums_of_32 + before * 4, strips, panels, width, acc + i * width);
  }
}
