// The matrix product of one path: one or two strips of 16 rows times panels of up to 6 columns. Included once in each
// path's file, inside its target attribute and after its vocabulary.
//
// A weight block is unpacked once and then used for all panels of a group (Panels.h); the accumulators of a single
// column stand in registers, those of more wait in the first-level cache. Weights and activations are each read in the
// order in which they stand in memory. Threads take different strips.
//
// Accumulators and totals run panel - strip - column, which makes those of a panel [strip][column].
#pragma once
#include "BlocksFolded.h"
#include "BlocksOf256.h"
#include "BlocksOf32.h"

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
  if (format == CK_Q2_K || format == CK_Q3_K || format == CK_TQ1_0 || format == CK_TQ2_0)
    pass_folded(format, pass, strips, panels, width, acc);
  else if (ck_shapes[format].activation_block == 256)
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
  const bool fetches_ahead = ck_weights_want_prefetch();
  for (int strip = strip_begin, strips; strip < strip_end; strip += strips) {
    const int rows = matrix->rows - strip * CK_STRIP;
    strips = strip_end - strip < together ? 1 : together;
    for (int first = 0; first < a->count;) {
      const ck_group group = ck_group_of(a->block, a->count, first);
      const uint8_t *weights = matrix->packed + (size_t)strip * matrix->strip_bytes;
      const strip_pass pass = {a, weights, matrix->strip_bytes, (size_t)first, fetches_ahead};
      float *to = y + (size_t)first * stride + (size_t)strip * CK_STRIP;
      if (strips == 1)
        run_group(format, pass, 1, group, to, stride, rows);
      else
        run_group(format, pass, LANES_STRIPS, group, to, stride, rows);
      first += group.panels * group.width;
    }
  }
}
