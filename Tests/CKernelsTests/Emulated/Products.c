// Filled activations and matrix products of all formats. Activations are compared with the scalar path's bytes,
// products with `ck_dot_scalar` on the raw rows: tiles of every width, rows that fill no strip, long rows, a NaN.
#include "Check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  ck_format format;
  int scales, scale_at[2]; // where the binary16 scales stand in a block
} format_case;

static const format_case formats[] = {
    {"F32", CK_F32, 0, {0}},          {"F16", CK_F16, 0, {0}},          {"BF16", CK_BF16, 0, {0}},
    {"Q4_0", CK_Q4_0, 1, {0}},        {"Q4_1", CK_Q4_1, 2, {0, 2}},     {"Q5_0", CK_Q5_0, 1, {0}},
    {"Q5_1", CK_Q5_1, 2, {0, 2}},     {"Q8_0", CK_Q8_0, 1, {0}},        {"Q2_K", CK_Q2_K, 2, {80, 82}},
    {"Q3_K", CK_Q3_K, 1, {108}},      {"Q4_K", CK_Q4_K, 2, {0, 2}},     {"Q5_K", CK_Q5_K, 2, {0, 2}},
    {"Q6_K", CK_Q6_K, 1, {208}},      {"IQ4_NL", CK_IQ4_NL, 1, {0}},    {"IQ4_XS", CK_IQ4_XS, 1, {0}},
    {"TQ1_0", CK_TQ1_0, 1, {52}},     {"TQ2_0", CK_TQ2_0, 1, {64}},     {"MXFP4", CK_MXFP4, 0, {0}},
};

/// A product of `count` columns; every column of `y` is `stride` floats behind the one before.
typedef struct {
  ck_matrix matrix;
  const float *x;
  int count, stride;
} product;

/// Bits of a binary16 between 2^-12 and 2^-4, of both signs; now and then subnormal, or zero.
static uint16_t random_half(uint64_t *random, int index) {
  const uint64_t bits = next_random(random);
  const uint16_t sign = bits & 0x8000;
  switch (index % 23) {
  case 7: return sign | (bits >> 16 & 0x3ff);
  case 11: return sign;
  default: return (uint16_t)(sign | (0xc00 + (bits >> 16) % 0x2000));
  }
}

/// One block: any quants and sub-scales, at times all bits 1 or 0; scales, or float weights, of a sensible size.
static void random_block(const format_case *f, int index, uint8_t *block, uint64_t *random) {
  const size_t bytes = ck_format_block_bytes(f->format);
  const float weight = random_float(random);
  const uint16_t half = random_half(random, index);
  switch (f->format) {
  case CK_F32: memcpy(block, &weight, 4); return;
  case CK_F16: memcpy(block, &half, 2); return;
  case CK_BF16: memcpy(block, (const uint8_t *)&weight + 2, 2); return;
  default: break;
  }
  for (size_t i = 0; i < bytes; i++) block[i] = index % 5 > 0 ? next_random(random) >> 56 : index % 2 ? 0xff : 0;
  for (int i = 0; i < f->scales; i++) {
    const uint16_t scale = random_half(random, index + f->scale_at[i]);
    memcpy(block + f->scale_at[i], &scale, 2);
  }
  // An exponent of ordinary size, and now and then one whose power of two is subnormal.
  if (f->format == CK_MXFP4) block[0] = index % 23 == 7 ? index % 2 : (uint8_t)(114 + half % 10);
}

/// Activations with outliers, and columns whose first block is zero, vanishing, barely not so, or of one sign.
static float *random_activations(int count, int width, int block) {
  uint64_t random = 2;
  float *x = untouched_memory((size_t)(count * width) * sizeof *x);
  for (int i = 0; i < count * width; i++) x[i] = (i % 131 == 0 ? 20 : 1) * random_float(&random);
  for (int c = 0; c < count; c++) {
    float *first = x + c * width;
    for (int i = 0; i < block && i < width; i++) {
      switch (c % 8) {
      case 1: first[i] = 0; break;
      case 3: first[i] = i % 2 == 0 ? 0x1p-101f : -0x1p-110f; break;
      case 4: first[i] = i % 3 == 0 ? 0x1p-100f : -0x1p-102f; break;
      case 6: first[i] = c % 16 == 6 ? 5 : -5; break;
      default: break;
      }
    }
  }
  return x;
}

static ck_activations filled(ck_path path, const product *p, void *memory) {
  const int width = p->matrix.columns;
  const ck_activations a =
      ck_activations_place(ck_format_activation_block(p->matrix.format), p->count, width, memory);
  ck_activations_fill(path, &a, p->x, (size_t)width, p->count / 2, p->count); // in two calls, the later rows first
  ck_activations_fill(path, &a, p->x, (size_t)width, 0, p->count / 2);
  return a;
}

static size_t activation_bytes(const product *p) {
  return ck_activations_bytes(ck_format_activation_block(p->matrix.format), p->count, p->matrix.columns);
}

static void fill(ck_path path, const void *context, void *out) { filled(path, context, out); }

static void multiply(ck_path path, const void *context, void *out) {
  const product *p = context;
  const int strips = ck_strip_count(p->matrix.rows);
  void *memory = untouched_memory(activation_bytes(p));
  const ck_activations a = filled(path, p, memory);
  ck_matmul(path, &p->matrix, &a, out, (size_t)p->stride, strips / 2, strips);
  ck_matmul(path, &p->matrix, &a, out, (size_t)p->stride, 0, strips / 2);
  free(memory);
}

/// Whether each element is a number: the bits of a NaN are not defined.
static void multiply_and_classify(ck_path path, const void *context, void *out) {
  const product *p = context;
  multiply(path, context, out);
  float *y = out;
  for (int i = 0; i < p->count * p->stride; i++) y[i] = isnan(y[i]);
}

/// One matrix times the first `counts[i]` of its columns of activations, up to a count of 0.
static void check_matrix(const format_case *f, int rows, int columns, int padding, const int *counts) {
  const int most = 64, stride = rows + padding, blocks = columns / ck_format_block(f->format);
  const size_t block_bytes = ck_format_block_bytes(f->format), row_bytes = (size_t)blocks * block_bytes;
  uint8_t *raw = untouched_memory((size_t)rows * row_bytes);
  uint64_t random = (uint64_t)(rows * columns);
  for (int b = 0; b < rows * blocks; b++) random_block(f, b, raw + (size_t)b * block_bytes, &random);
  const size_t strip_bytes = ck_strip_bytes(f->format, columns);
  uint8_t *packed = untouched_memory((size_t)ck_strip_count(rows) * strip_bytes);
  ck_pack(f->format, rows, columns, raw, packed, 0, ck_strip_count(rows));
  float *x = random_activations(most, columns, ck_format_activation_block(f->format));
  product p = {{f->format, rows, columns, strip_bytes, packed}, x, 0, stride};

  float *expected = untouched_memory((size_t)(most * stride) * sizeof *expected);
  int done = 0;
  for (; *counts > 0; counts++) {
    p.count = *counts;
    for (; done < p.count; done++) {
      float *y = expected + done * stride;
      for (int r = 0; r < rows; r++)
        y[r] = ck_dot_scalar(f->format, raw + (size_t)r * row_bytes, columns, x + done * columns);
    }
    compare_path(f->name, CK_PATH_SCALAR, expected, multiply, &p, (size_t)(p.count * stride));
    compare(f->name, expected, multiply, &p, (size_t)(p.count * stride));
    compare_with_scalar("activations", fill, &p, activation_bytes(&p) / 4);
  }
  x[columns + 1] = NAN;
  p.count = 2;
  for (int i = 0; i < 2 * stride; i++) expected[i] = i >= stride && i < stride + rows;
  compare_path("a NaN", CK_PATH_SCALAR, expected, multiply_and_classify, &p, (size_t)(2 * stride));
  compare("a NaN", expected, multiply_and_classify, &p, (size_t)(2 * stride));
  free(expected), free(x), free(packed), free(raw);
}

void check_products(void) {
  static const int tiles[] = {1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 14, 19, 29, 48, 49, 64, 0}, few[] = {1, 5, 7, 14, 0},
                   least[] = {1, 7, 0};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    const format_case *f = &formats[i];
    const int block = ck_format_block(f->format), odd = block == 1; // a float row may have any width
    check_matrix(f, 32, block == 256 ? 512 : 96 + odd, 0, tiles);
    check_matrix(f, 1, block == 256 ? 256 : 32 + odd, 3, few);
    check_matrix(f, 15, block == 256 ? 256 : 64 + odd, 1, few);
    check_matrix(f, 49, block == 256 ? 256 : 160 + odd, 3, few);
    check_matrix(f, 16, block == 256 ? 2048 : 1600 + odd, 0, least);
  }
}
