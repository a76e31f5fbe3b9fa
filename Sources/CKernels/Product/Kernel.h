// The matrix product of one path: one or two strips of 16 rows times panels of up to 6 columns. Included once in each
// path's file, inside its target attribute and after its vocabulary.
//
// A weight block is unpacked once and then used for all panels of a group (Panels.h); the accumulators of a single column
// stand in registers, those of more wait in the first-level cache. Weights and activations are each read in the order in
// which they stand in memory. Threads take different strips.
//
// Accumulators and totals run panel - strip - column, which makes those of a panel [strip][column].
#pragma once
#include "Panels.h"
#include "Unpack.h"

/// Strips times one group that begins with column `first`.
typedef struct {
  const ck_activations *a;
  const uint8_t *weights; // of the first strip
  size_t strip_bytes;
  size_t first;
} strip_pass;

// ---- Blocks of 32

CK_INLINE const int32_t *offsets_32(const ck_format format, const ck_activations *a) {
  switch (format) {
  case CK_Q4_0: return a->offset_4bit;
  case CK_Q5_0: return a->offset_5bit;
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
  const bool has_offset = format == CK_Q4_0 || format == CK_Q5_0 || format == CK_Q8_0;
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
    u8x64 w[LANES_STRIPS * QUADS];
    block_scales scales;
    LANES_UNROLL
    for (int i = 0; i < strips; i++) {
      const uint8_t *of_strip = block + (size_t)i * pass.strip_bytes;
      unpack_32(format, of_strip, w + i * QUADS);
      scales.d[i] = lanes_halves(of_strip);
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

// ---- Blocks of 256

/// One block of a group's activations, from its first panel on.
typedef struct {
  const int8_t *values;
  const int32_t *offsets; // of each 8 activations
} group_block;

/// Adds a sub-block, which begins with quad `first_quad` of the block, to the totals of all panels.
CK_INLINE void add_sub_block(const ck_format format, group_block at, const u8x64 *w, const int quads, int first_quad,
                             const i32x16 *scale, const int strips, const int panels, const int width, i32x16 *total) {
  const int8_t *values = at.values + 4 * first_quad * width;
  const bool has_offset = format == CK_Q6_K;
  const int32_t *offsets = has_offset ? at.offsets + first_quad / 2 * width : 0;
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
    if (has_offset) offsets += 32 * width;
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
                          const float *scale, const int32_t *minimum_sums, const int strips, const int panels,
                          const int width, f32x16 *acc) {
  const bool has_minima = format != CK_Q6_K;
  const f32x16 d = lanes_halves(block), dmin = has_minima ? lanes_halves(block + CK_STRIP_Q45_K_DMIN) : (f32x16)0;
  for (int p = 0; p < panels; p++) {
    for (int c = 0; c < width; c++) {
      const int at = p * strips * width + c;
      const f32x16 s = scale[p * width + c];
      acc[at] = fused(to_float(total[at]), d * s, acc[at]);
      if (has_minima)
        acc[at] = fused(to_float(minimum_of(sub, minimum_sums + 4 * p * width + c, width)), -(dmin * s), acc[at]);
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
    const size_t before = side + (size_t)(b * columns); // blocks of activations before this one
    const group_block at = {(const int8_t *)a->values + before * 256, a->offset_6bit + before * 32};
    sub_scales sub[LANES_STRIPS];
    i32x16 total[LANES_STRIPS * CK_GROUP_COLUMNS];
    for (int c = 0; c < strips * columns; c++) total[c] = 0;
    if (format == CK_Q6_K) {
      totals_q6_k(block, pass.strip_bytes, at, strips, panels, width, total);
    } else {
      for (int i = 0; i < strips; i++) sub[i] = unpack_sub_scales(block + (size_t)i * pass.strip_bytes);
      totals_q45_k(format, block, pass.strip_bytes, at, sub, strips, panels, width, total);
    }
    for (int i = 0; i < strips; i++)
      add_totals(format, block + (size_t)i * pass.strip_bytes, &sub[i], total + i * width, a->scale + before,
                 a->minimum_sums + before * 4, strips, panels, width, acc + i * width);
  }
}

// ---- From passes to the product

/// Writes `columns` columns of one strip: `rows` of its 16 rows are real.
CK_INLINE void store_columns(const f32x16 *acc, int columns, float *y, size_t stride, int rows) {
  for (int c = 0; c < columns; c++, y += stride) {
    if (rows >= CK_STRIP)
      memcpy(y, &acc[c], sizeof acc[c]);
    else
      memcpy(y, &acc[c], (size_t)rows * sizeof *y);
  }
}

/// `rows` counts the real rows from the first strip on. The output lines are fetched early: stores retire in order, and
/// the accumulators in memory would have to wait behind those that miss the cache.
CK_INLINE void run_pass(const ck_format format, strip_pass pass, const int strips, const int panels, const int width,
                        float *y, size_t stride, int rows) {
  f32x16 acc[LANES_STRIPS * CK_GROUP_COLUMNS];
  for (int c = 0; c < strips * panels * width; c++) acc[c] = 0;
  for (int c = 0; c < panels * width; c++)
    for (int i = 0; i < strips; i++) __builtin_prefetch(y + (size_t)c * stride + CK_STRIP * i, 1);
  if (ck_shapes[format].activation_block == 256)
    pass_256(format, pass, strips, panels, width, acc);
  else
    pass_32(format, pass, strips, panels, width, acc);
  for (int p = 0; p < panels; p++)
    for (int i = 0; i < strips; i++)
      store_columns(acc + (p * strips + i) * width, width, y + (size_t)(p * width) * stride + CK_STRIP * i, stride,
                    rows - CK_STRIP * i);
}

/// `strips` strips times one group. A single column, which is a decoding step, keeps its accumulators in registers.
CK_INLINE void run_group(const ck_format format, strip_pass pass, const int strips, ck_group group, float *y,
                         size_t stride, int rows) {
  if (group.width == 1)
    run_pass(format, pass, strips, 1, 1, y, stride, rows);
  else
    run_pass(format, pass, strips, group.panels, group.width, y, stride, rows);
}

CK_INLINE void product_quantized(const ck_format format, const ck_matrix *matrix, const ck_activations *a, float *y,
                                 size_t stride, int strip_begin, int strip_end) {
  const int together = a->count == 1 ? 1 : LANES_STRIPS;
  for (int strip = strip_begin, strips; strip < strip_end; strip += strips) {
    const int rows = matrix->rows - strip * CK_STRIP;
    strips = strip_end - strip < together ? 1 : together;
    for (int first = 0; first < a->count;) {
      const ck_group group = ck_group_of(a->block, a->count, first);
      const uint8_t *weights = matrix->packed + (size_t)strip * matrix->strip_bytes;
      const strip_pass pass = {a, weights, matrix->strip_bytes, (size_t)first};
      float *to = y + (size_t)first * stride + (size_t)strip * CK_STRIP;
      if (strips == 1)
        run_group(format, pass, 1, group, to, stride, rows);
      else
        run_group(format, pass, LANES_STRIPS, group, to, stride, rows);
      first += group.panels * group.width;
    }
  }
}
