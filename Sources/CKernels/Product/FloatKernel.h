// The matrix product of the float formats: acc = fma(w, x, acc) for each column of the matrix in order, a lane per row.
// A group is one panel here. A chain of fma waits for itself, so several strips run side by side where a tile has too
// few columns to hide that.
#pragma once
#include "Kernel.h"

CK_INLINE f32x16 load_float_weights(const ck_format format, const uint8_t *at) {
  switch (format) {
  case CK_F16: return lanes_halves(at);
  case CK_BF16: return load_bfloats(at);
  default: return load_floats(at);
  }
}

/// `strips` strips from `strip` on, times `columns` columns of a panel, from its column `begin` on.
CK_INLINE void float_tile(const ck_format format, const ck_matrix *matrix, const ck_activations *a, int strip,
                          const int strips, ck_group panel, int begin, const int columns, float *y, size_t stride) {
  const uint8_t *weights = matrix->packed + (size_t)strip * matrix->strip_bytes;
  const float *x = (const float *)a->values + (size_t)panel.first * (size_t)a->width + begin;
  f32x16 acc[4][LANES_TILE];
  LANES_UNROLL
  for (int i = 0; i < strips; i++)
    LANES_UNROLL
    for (int c = 0; c < columns; c++) acc[i][c] = 0;
  for (int k = 0; k < a->width; k++, weights += packed_block_bytes(format), x += panel.width)
    LANES_UNROLL
    for (int i = 0; i < strips; i++) {
      const f32x16 w = load_float_weights(format, weights + (size_t)i * matrix->strip_bytes);
      LANES_UNROLL
      for (int c = 0; c < columns; c++) acc[i][c] = fused(w, (f32x16)x[c], acc[i][c]);
    }
  LANES_UNROLL
  for (int i = 0; i < strips; i++) {
    const int left = matrix->rows - (strip + i) * CK_STRIP, rows = left < CK_STRIP ? left : CK_STRIP;
    float *to = y + (size_t)(panel.first + begin) * stride + (size_t)(strip + i) * CK_STRIP;
    store_columns(acc[i], columns, to, stride, rows);
  }
}

CK_INLINE void float_strips(const ck_format format, const ck_matrix *matrix, const ck_activations *a, int strip_begin,
                            int strip_end, ck_group panel, int begin, const int columns, float *y, size_t stride) {
  const int together = LANES_FLOAT_STRIPS(columns);
  int strip = strip_begin;
  for (; strip + together <= strip_end; strip += together)
    float_tile(format, matrix, a, strip, together, panel, begin, columns, y, stride);
  for (; strip < strip_end; strip++)
    float_tile(format, matrix, a, strip, 1, panel, begin, columns, y, stride);
}

CK_INLINE void product_float(const ck_format format, const ck_matrix *matrix, const ck_activations *a, float *y,
                             size_t stride, int strip_begin, int strip_end) {
  enum { STRIPS_IN_CACHE = 4 }; // all panels pass over these before the next ones are read
  for (int strip = strip_begin; strip < strip_end; strip += STRIPS_IN_CACHE) {
    const int end = strip_end - strip < STRIPS_IN_CACHE ? strip_end : strip + STRIPS_IN_CACHE;
    for (int first = 0; first < a->count;) {
      const ck_group panel = ck_group_of(1, a->count, first);
      for (int begin = 0, columns; begin < panel.width; begin += columns) {
        columns = panel.width - begin < LANES_TILE ? panel.width - begin : LANES_TILE;
#define TILE(n) float_strips(format, matrix, a, strip, end, panel, begin, n, y, stride)
        LANES_WITH_TILE(columns, TILE)
#undef TILE
      }
      first += panel.width;
    }
  }
}
