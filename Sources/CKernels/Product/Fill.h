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

/// Where one row goes: column `column` of panel `panel` of a group.
typedef struct {
  ck_group group;
  int panel, column;
} row_place;

/// The first word of the row in an array that holds `per_block` words a block, in a group of `blocks` blocks.
CK_INLINE size_t first_word(row_place at, int blocks, int per_block) {
  const int before = at.group.first * blocks + at.panel * at.group.width;
  return (size_t)before * (size_t)per_block + (size_t)at.column;
}

CK_INLINE void fill_row_32(const ck_activations *a, const float *x, row_place at) {
  const int blocks = a->width / 32, width = at.group.width, next = at.group.panels * width;
  int8_t *values = (int8_t *)a->values + 4 * first_word(at, blocks, 8);
  size_t side = first_word(at, blocks, 1);
  for (int b = 0; b < blocks; b++, x += 32, values += 32 * next, side += (size_t)next) {
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

/// Sums of each four words.
CK_INLINE void add_by_four(const int32_t *from, const int count, int32_t *to) {
  for (int i = 0; i < count; i++) to[i] = from[4 * i] + from[4 * i + 1] + from[4 * i + 2] + from[4 * i + 3];
}

CK_INLINE void fill_row_256(const ck_activations *a, const float *x, row_place at) {
  const int blocks = a->width / 256, width = at.group.width, next = at.group.panels * width;
  int8_t *values = (int8_t *)a->values + 4 * first_word(at, blocks, 64);
  float *scale = a->scale + first_word(at, blocks, 1);
  int32_t *offset_8bit = a->offset_8bit + first_word(at, blocks, 8);
  int32_t *offset_6bit = a->offset_6bit + first_word(at, blocks, 32);
  int32_t *sums_of_32 = a->sums_of_32 + first_word(at, blocks, 4);
  int32_t *sums_of_16 = a->sums_of_16 + first_word(at, blocks, 8);
  int32_t *sum = a->sum + first_word(at, blocks, 1);
  for (int b = 0; b < blocks; b++, x += 256) {
    int32_t of_8[32], of_16[16], of_32[8], of_128[2];
    *scale = fill_values(x, 256, values, width, of_8);
    for (int i = 0; i < 16; i++) of_16[i] = of_8[2 * i] + of_8[2 * i + 1];
    add_by_four(of_8, 8, of_32);
    add_by_four(of_32, 2, of_128);
    for (int i = 0; i < 32; i++) offset_6bit[i * width] = -32 * of_8[i];
    for (int j = 0; j < 8; j++) offset_8bit[j * width] = -128 * of_32[j];
    for (int j = 0; j < 4; j++) { // 0, 1, 4, 5, each with the one that is two later
      const int first = j / 2 * 4 + j % 2;
      sums_of_32[j * width] = pair_of(of_32[first], of_32[first + 2]);
    }
    for (int j = 0; j < 8; j++) {
      const int first = j / 2 * 4 + j % 2;
      sums_of_16[j * width] = pair_of(of_16[first], of_16[first + 2]);
    }
    *sum = of_128[0] + of_128[1];
    values += 256 * next;
    scale += next;
    offset_8bit += 8 * next;
    offset_6bit += 32 * next;
    sums_of_32 += 4 * next;
    sums_of_16 += 8 * next;
    sum += next;
  }
}

CK_INLINE void fill_row_float(const ck_activations *a, const float *x, row_place at) {
  float *values = (float *)a->values + (size_t)at.group.first * (size_t)a->width + at.column;
  for (int k = 0; k < a->width; k++, values += at.group.width) *values = x[k];
}

CK_INLINE void fill_rows(const ck_activations *a, const float *x, size_t stride, int row_begin, int row_end) {
  for (int row = row_begin; row < row_end; row++) {
    const ck_group group = ck_group_of(a->block, a->count, row);
    const int column = row - group.first;
    const row_place at = {group, column / group.width, column % group.width};
    const float *from = x + (size_t)row * stride;
    switch (a->block) {
    case 32: fill_row_32(a, from, at); break;
    case 256: fill_row_256(a, from, at); break;
    default: fill_row_float(a, from, at);
    }
  }
}
