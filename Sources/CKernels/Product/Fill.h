// Filling activations on one path: rows of floats are quantized block by block (QuantizeBlock.h states the rule) and
// scattered into their panels, with the sums that the kernels need. Included once in each path's file.
//
// A row touches no byte of another row, so threads may fill different rows of the same panels at once.
#pragma once
#include "Lanes.h"
#include "Panels.h"
#include "QuantizeBlock.h"

/// The largest magnitude, or a value that is not a number where there is one: magnitudes compare like their bits.
CK_INLINE float largest_magnitude(const float *x, const int count) {
  i32x16 largest = 0;
    LANES_UNROLL
  for (int i = 0; i < count; i += 16)
    largest = __builtin_elementwise_max(largest, (i32x16)load_floats(x + i) & 0x7fffffff);
  return ck_float_from_bits((uint32_t)__builtin_reduce_max(largest));
}

/// round_half_even(x[i] * inverse) for 16 activations.
CK_INLINE i32x16 quantize_16(const float *x, float inverse) {
  const f32x16 shifted = load_floats(x) * inverse + CK_ROUNDING_SHIFT;
  return ((i32x16)shifted & 0x7fffff) - 0x400000;
}

/// Writes 16 quantized activations as 4 quads, `width` columns apart.
CK_INLINE void scatter_16(i32x16 a, int8_t *to, int width) {
  const i8x16 bytes = __builtin_convertvector(a, i8x16);
  uint32_t quads[4];
  memcpy(quads, &bytes, sizeof quads);
  for (int k = 0; k < 4; k++) memcpy(to + 4 * k * width, &quads[k], 4);
}

/// Quantizes one block into `values` (its column in the panel), its sums of 8 into `sums`, and returns s.
CK_INLINE float fill_values(const float *x, const int block, int8_t *values, int width, int32_t *sums) {
  const float amax = largest_magnitude(x, block);
  const bool vanishes = amax < CK_SMALLEST_AMAX;
  const float inverse = vanishes ? 0 : 127.0f / amax;
  for (int i = 0; i < block; i += 16) {
    const i32x16 a = quantize_16(x + i, inverse);
    scatter_16(a, values + i * width, width);
    sums[i / 8] = __builtin_reduce_add(a.lo);
    sums[i / 8 + 1] = __builtin_reduce_add(a.hi);
  }
  return vanishes ? 0 : amax / 127.0f;
}

CK_INLINE void fill_row_32(const ck_activations *a, const float *x, ck_panel panel, int column) {
  const int blocks = a->width / 32, width = panel.width;
  int8_t *values = (int8_t *)a->values + (size_t)panel.first * (size_t)a->width + 4 * column;
  size_t side = (size_t)panel.first * (size_t)blocks + (size_t)column;
  for (int b = 0; b < blocks; b++, x += 32, values += 32 * width, side += (size_t)width) {
    int32_t sums[4];
    const float s = fill_values(x, 32, values, width, sums);
    const int32_t sum = sums[0] + sums[1] + sums[2] + sums[3];
    a->scale[side] = s;
    a->scaled_sum[side] = s * (float)sum;
    a->offset_4bit[side] = -8 * sum;
    a->offset_5bit[side] = -16 * sum;
    a->offset_8bit[side] = -128 * sum;
  }
}

/// Two int16 in a word, `low` in the lower half.
CK_INLINE int32_t pair_of(int32_t low, int32_t high) {
  return (int32_t)((uint32_t)(low & 0xffff) | (uint32_t)high << 16);
}

CK_INLINE void fill_row_256(const ck_activations *a, const float *x, ck_panel panel, int column) {
  const int blocks = a->width / 256, width = panel.width;
  int8_t *values = (int8_t *)a->values + (size_t)panel.first * (size_t)a->width + 4 * column;
  const size_t first = (size_t)panel.first * (size_t)blocks;
  float *scale = a->scale + first + column;
  int32_t *offset = a->offset_6bit + first * 32 + column, *minimum_sums = a->minimum_sums + first * 4 + column;
  for (int b = 0; b < blocks; b++, x += 256, values += 256 * width, scale += width) {
    int32_t sums[32], sums_of_32[8];
    *scale = fill_values(x, 256, values, width, sums);
    for (int i = 0; i < 32; i++, offset += width) *offset = -32 * sums[i];
    for (int j = 0; j < 8; j++) sums_of_32[j] = sums[4 * j] + sums[4 * j + 1] + sums[4 * j + 2] + sums[4 * j + 3];
    for (int j = 0; j < 8; j += 4) {
      minimum_sums[0] = pair_of(sums_of_32[j], sums_of_32[j + 2]);
      minimum_sums[width] = pair_of(sums_of_32[j + 1], sums_of_32[j + 3]);
      minimum_sums += 2 * width;
    }
  }
}

CK_INLINE void fill_row_float(const ck_activations *a, const float *x, ck_panel panel, int column) {
  float *values = (float *)a->values + (size_t)panel.first * (size_t)a->width + column;
  for (int k = 0; k < a->width; k++, values += panel.width) *values = x[k];
}

CK_INLINE void fill_rows(const ck_activations *a, const float *x, size_t stride, int row_begin, int row_end) {
  const ck_panels panels = ck_panels_of(a->count);
  for (int row = row_begin; row < row_end; row++) {
    const ck_panel panel = ck_panel_of_column(panels, row);
    const float *from = x + (size_t)row * stride;
    switch (a->block) {
    case 32: fill_row_32(a, from, panel, row - panel.first); break;
    case 256: fill_row_256(a, from, panel, row - panel.first); break;
    default: fill_row_float(a, from, panel, row - panel.first);
    }
  }
}
