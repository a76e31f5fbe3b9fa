// The matrix product of the float formats: acc = fma(w, x, acc) for each column of the matrix in order, a lane per row.
// A chain of fma waits for itself, so several strips run side by side where a panel has too few columns to hide that.
#pragma once
#include "Kernel.h"

CK_INLINE f32x16 load_float_weights(const ck_format format, const uint8_t *at) {
  switch (format) {
  case CK_F16: return lanes_halves(at);
  case CK_BF16: return load_bfloats(at);
  default: return load_floats(at);
  }
}

/// `strips` strips from `strip` on, times one panel.
CK_INLINE void float_tile(const ck_format format, const ck_matrix *matrix, const ck_activations *a, int strip,
                          const int strips, ck_panel panel, const int width, float *y, size_t stride) {
  const size_t step = ck_format_block_bytes(format) * CK_STRIP;
  const uint8_t *weights = matrix->packed + (size_t)strip * matrix->strip_bytes;
  const float *x = (const float *)a->values + (size_t)panel.first * (size_t)a->width;
  f32x16 acc[4][CK_PANEL];
    LANES_UNROLL
  for (int i = 0; i < strips; i++)
    LANES_UNROLL
    for (int c = 0; c < width; c++) acc[i][c] = 0;
  for (int k = 0; k < a->width; k++, weights += step, x += width)
    LANES_UNROLL
    for (int i = 0; i < strips; i++) {
      const f32x16 w = load_float_weights(format, weights + (size_t)i * matrix->strip_bytes);
    LANES_UNROLL
      for (int c = 0; c < width; c++) acc[i][c] = fused(w, (f32x16)x[c], acc[i][c]);
    }
    LANES_UNROLL
  for (int i = 0; i < strips; i++) {
    const int left = matrix->rows - (strip + i) * CK_STRIP, rows = left < CK_STRIP ? left : CK_STRIP;
    store_columns(acc[i], width, y + (size_t)panel.first * stride + (size_t)(strip + i) * CK_STRIP, stride, rows);
  }
}

CK_INLINE void float_panel(const ck_format format, const ck_matrix *matrix, const ck_activations *a, int strip_begin,
                           int strip_end, ck_panel panel, const int width, float *y, size_t stride) {
  const int together = LANES_FLOAT_STRIPS(width);
  int strip = strip_begin;
  for (; strip + together <= strip_end; strip += together)
    float_tile(format, matrix, a, strip, together, panel, width, y, stride);
  for (; strip < strip_end; strip++) float_tile(format, matrix, a, strip, 1, panel, width, y, stride);
}

CK_INLINE void product_float(const ck_format format, const ck_matrix *matrix, const ck_activations *a, float *y,
                             size_t stride, int strip_begin, int strip_end) {
  enum { STRIPS_IN_CACHE = 4 }; // all panels pass over these before the next ones are read
  const ck_panels panels = ck_panels_of(a->count);
  for (int strip = strip_begin; strip < strip_end; strip += STRIPS_IN_CACHE) {
    const int end = strip_end - strip < STRIPS_IN_CACHE ? strip_end : strip + STRIPS_IN_CACHE;
    for (int first = 0; first < a->count;) {
      const ck_panel panel = ck_panel_of_column(panels, first);
#if LANES_FIXED_WIDTH
      switch (panel.width) {
      case 1: float_panel(format, matrix, a, strip, end, panel, 1, y, stride); break;
      case 2: float_panel(format, matrix, a, strip, end, panel, 2, y, stride); break;
      case 3: float_panel(format, matrix, a, strip, end, panel, 3, y, stride); break;
      case 4: float_panel(format, matrix, a, strip, end, panel, 4, y, stride); break;
      case 5: float_panel(format, matrix, a, strip, end, panel, 5, y, stride); break;
      default: float_panel(format, matrix, a, strip, end, panel, 6, y, stride);
      }
#else
      float_panel(format, matrix, a, strip, end, panel, panel.width, y, stride);
#endif
      first += panel.width;
    }
  }
}
