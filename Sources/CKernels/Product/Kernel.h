// The matrix product of one path: strips of 16 rows times panels of up to 6 columns. Included once in each path's file,
// inside its target attribute and after its vocabulary.
//
// A weight block is unpacked once into registers and then used for all columns of up to LANES_PANELS panels; the
// accumulators of one panel stand in registers, those of more wait in the first-level cache. Weights are read once for
// every LANES_PANELS panels, in the order in which they stand in memory. Threads take different strips.
#pragma once
#include "Panels.h"
#include "Unpack.h"

/// What a pass over one strip needs: `panels` panels of equal width from column `first` on.
typedef struct {
  const ck_activations *a;
  const uint8_t *weights;
  int first;
} strip_pass;

// ---- Blocks of 32

CK_INLINE const int32_t *offsets_32(const ck_format format, const ck_activations *a) {
  switch (format) {
  case CK_Q4_0: return a->offset_4bit;
  case CK_Q5_0: return a->offset_5bit;
  case CK_Q8_0: return a->offset_8bit;
  default: return 0;
  }
}

/// Columns [begin, begin + columns) of a panel: acc = fma(I, d s, acc), and fma(m, s S, acc) where there is an m.
CK_INLINE void tile_32(const ck_format format, const ck_activations *a, const u8x64 w[8], f32x16 d, f32x16 m,
                       const int8_t *values, size_t side, const int width, const int begin, const int columns,
                       f32x16 *acc) {
  const bool has_minimum = format == CK_Q4_1 || format == CK_Q5_1;
  const int32_t *offsets = offsets_32(format, a);
  i32x16 x[CK_PANEL];
  lanes_dot(x, w, 8, values + 4 * begin, width, columns, quant_bits(format), offsets ? offsets + side + begin : 0);
    LANES_UNROLL
  for (int c = 0; c < columns; c++) {
    acc[begin + c] = fused(to_float(x[c]), d * (f32x16)a->scale[side + begin + c], acc[begin + c]);
    if (has_minimum) acc[begin + c] = fused(m, (f32x16)a->scaled_sum[side + begin + c], acc[begin + c]);
  }
}

CK_INLINE void pass_32(const ck_format format, strip_pass pass, const int panels, const int width, f32x16 *acc) {
  const ck_activations *a = pass.a;
  const int blocks = a->width / 32, first_tile = width < LANES_TILE ? width : LANES_TILE;
  const size_t block_bytes = ck_strip_bytes(format, 32);
  const uint8_t *block = pass.weights;
  for (int b = 0; b < blocks; b++, block += block_bytes) {
    u8x64 w[8];
    unpack_32(format, block, w);
    const f32x16 d = lanes_halves(block);
    const f32x16 m = format == CK_Q4_1 || format == CK_Q5_1 ? lanes_halves(block + 32) : (f32x16)0;
    for (int p = 0; p < panels; p++) {
      const size_t column = (size_t)(pass.first + p * width), side = column * (size_t)blocks + (size_t)(b * width);
      const int8_t *values = (const int8_t *)a->values + column * (size_t)a->width + 32 * b * width;
      tile_32(format, a, w, d, m, values, side, width, 0, first_tile, acc + p * width);
      if (width > first_tile)
        tile_32(format, a, w, d, m, values, side, width, first_tile, width - first_tile, acc + p * width);
    }
  }
}

// ---- Blocks of 256

/// Adds a sub-block to the totals of a panel. `unit` is its first quad within the block.
CK_INLINE void add_sub_block(const ck_format format, const ck_activations *a, const u8x64 *w, const int quads, int unit,
                             i32x16 scale, size_t column, int b, const int width, i32x16 *total) {
  const int first_tile = width < LANES_TILE ? width : LANES_TILE;
  const size_t quad = (size_t)(b * 64 + unit);
  const int8_t *values = (const int8_t *)a->values + column * (size_t)a->width + quad * 4 * (size_t)width;
  const int32_t *offsets = 0;
  if (format == CK_Q6_K)
    offsets = a->offset_6bit + column * (size_t)(a->width / 8) + quad / 2 * (size_t)width;
  lanes_scaled_dot(total, w, quads, values, width, first_tile, quant_bits(format), offsets, scale);
  if (width > first_tile)
    lanes_scaled_dot(total + first_tile, w, quads, values + 4 * first_tile, width, width - first_tile,
                     quant_bits(format), offsets ? offsets + first_tile : 0, scale);
}

CK_INLINE void totals_q45_k(const ck_format format, strip_pass pass, const uint8_t *block, int b, sub_scales sub,
                            const int panels, const int width, i32x16 *total) {
    LANES_UNROLL
  for (int j = 0; j < 8; j++) {
    u8x64 w[8];
    unpack_q45_k(format, block, j, w);
    const i32x16 scale = sub.scales[j / 4] >> 8 * (j % 4) & 255;
    for (int p = 0; p < panels; p++)
      add_sub_block(format, pass.a, w, 8, 8 * j, scale, (size_t)(pass.first + p * width), b, width, total + p * width);
  }
}

CK_INLINE void totals_q6_k(strip_pass pass, const uint8_t *block, int b, const int panels, const int width,
                           i32x16 *total) {
  for (int half_and_part = 0; half_and_part < 4; half_and_part++) {
    const int h = half_and_part / 2, part = half_and_part % 2;
    LANES_UNROLL
    for (int t = 0; t < 4; t++) {
      const int j = 8 * h + 2 * t + part;
      u8x64 w[4];
      unpack_q6_k(block, h, t, part, w);
      const i32x16 scale = load_signed_bytes(block + CK_STRIP_Q6_K_SCALES + 16 * j);
      for (int p = 0; p < panels; p++)
        add_sub_block(CK_Q6_K, pass.a, w, 4, 4 * j, scale, (size_t)(pass.first + p * width), b, width,
                      total + p * width);
    }
  }
}

/// M of one column: sum_j m_j S_j. Pairs of int16: sub-blocks (0, 2), (1, 3), (4, 6), (5, 7).
CK_INLINE i32x16 minimum_of(sub_scales sub, const int32_t *sums, const int width) {
  const i32x16 even = 0x00ff00ff;
  i32x16 M = lanes_pair_dot(0, sub.minima[0] & even, sums[0]);
  M = lanes_pair_dot(M, sub.minima[0] >> 8 & even, sums[width]);
  M = lanes_pair_dot(M, sub.minima[1] & even, sums[2 * width]);
  return lanes_pair_dot(M, sub.minima[1] >> 8 & even, sums[3 * width]);
}

CK_INLINE void pass_256(const ck_format format, strip_pass pass, const int panels, const int width, f32x16 *acc) {
  const ck_activations *a = pass.a;
  const bool has_minima = format != CK_Q6_K;
  const int blocks = a->width / 256;
  const size_t block_bytes = ck_strip_bytes(format, 256);
  const uint8_t *block = pass.weights;
  for (int b = 0; b < blocks; b++, block += block_bytes) {
    i32x16 total[LANES_PANELS * CK_PANEL];
    for (int c = 0; c < panels * width; c++) total[c] = 0;
    sub_scales sub = {{0, 0}, {0, 0}};
    if (has_minima) {
      sub = unpack_sub_scales(block);
      totals_q45_k(format, pass, block, b, sub, panels, width, total);
    } else {
      totals_q6_k(pass, block, b, panels, width, total);
    }
    const f32x16 d = lanes_halves(block), dmin = has_minima ? lanes_halves(block + CK_STRIP_Q45_K_DMIN) : (f32x16)0;
    for (int p = 0; p < panels; p++) {
      const size_t column = (size_t)(pass.first + p * width), side = column * (size_t)blocks + (size_t)(b * width);
      const int32_t *sums = has_minima ? a->minimum_sums + column * (size_t)(blocks * 4) + 4 * b * width : 0;
    LANES_UNROLL
      for (int c = 0; c < width; c++) {
        const int i = p * width + c;
        const f32x16 s = a->scale[side + (size_t)c];
        acc[i] = fused(to_float(total[i]), d * s, acc[i]);
        if (has_minima) acc[i] = fused(to_float(minimum_of(sub, sums + c, width)), -(dmin * s), acc[i]);
      }
    }
  }
}

// ---- From passes to the product

/// Writes the columns of one strip: `rows` of its 16 rows are real.
CK_INLINE void store_columns(const f32x16 *acc, int columns, float *y, size_t stride, int rows) {
  for (int c = 0; c < columns; c++, y += stride) {
    if (rows == CK_STRIP)
      memcpy(y, &acc[c], sizeof acc[c]);
    else
      memcpy(y, &acc[c], (size_t)rows * sizeof *y);
  }
}

CK_INLINE void run_pass(const ck_format format, strip_pass pass, const int panels, const int width, float *y,
                        size_t stride, int rows) {
  f32x16 acc[LANES_PANELS * CK_PANEL];
  for (int c = 0; c < panels * width; c++) acc[c] = 0;
  if (format == CK_Q4_K || format == CK_Q5_K || format == CK_Q6_K)
    pass_256(format, pass, panels, width, acc);
  else
    pass_32(format, pass, panels, width, acc);
  store_columns(acc, panels * width, y + (size_t)pass.first * stride, stride, rows);
}

/// `panels` panels of `width` columns from column `first` on, LANES_PANELS at a time.
CK_INLINE void run_panels(const ck_format format, const ck_activations *a, const uint8_t *weights, int first, int panels,
                          int width, float *y, size_t stride, int rows) {
  for (int done = 0; done < panels; done += LANES_PANELS) {
    const int now = panels - done < LANES_PANELS ? panels - done : LANES_PANELS;
    const strip_pass pass = {a, weights, first + done * width};
#if LANES_FIXED_WIDTH
    switch (width) {
    case 1: run_pass(format, pass, 1, 1, y, stride, rows); break; // one column is one panel
    case 2: run_pass(format, pass, now, 2, y, stride, rows); break;
    case 3: run_pass(format, pass, now, 3, y, stride, rows); break;
    case 4: run_pass(format, pass, now, 4, y, stride, rows); break;
    case 5: run_pass(format, pass, now, 5, y, stride, rows); break;
    default: run_pass(format, pass, now, 6, y, stride, rows);
    }
#else
    run_pass(format, pass, now, width, y, stride, rows);
#endif
  }
}

CK_INLINE void product_quantized(const ck_format format, const ck_matrix *matrix, const ck_activations *a, float *y,
                                 size_t stride, int strip_begin, int strip_end) {
  const ck_panels panels = ck_panels_of(a->count);
  for (int strip = strip_begin; strip < strip_end; strip++) {
    const uint8_t *weights = matrix->packed + (size_t)strip * matrix->strip_bytes;
    const int left = matrix->rows - strip * CK_STRIP, rows = left < CK_STRIP ? left : CK_STRIP;
    float *at = y + (size_t)strip * CK_STRIP;
    run_panels(format, a, weights, 0, panels.wide, panels.width, at, stride, rows);
    if (panels.narrow > 0)
      run_panels(format, a, weights, panels.wide * panels.width, panels.narrow, panels.width - 1, at, stride, rows);
  }
}
