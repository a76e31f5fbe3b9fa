// The elementary functions, norms, rotation and argmax: values of all magnitudes, and arrays of every length around the
// width of a vector. The functions in double, which have one path, go into the hash.
#include "Check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const float *x;
  size_t count;
  const float *second; // up, weight, cosine; at least `count`
} arrays;

static void copy(void *out, const arrays *a) { memcpy(out, a->x, a->count * sizeof(float)); }

static void exponential(ck_path path, const void *context, void *out) {
  const arrays *a = context;
  ck_exp_f32(path, a->x, out, a->count);
}

static void silu(ck_path path, const void *context, void *out) {
  const arrays *a = context;
  ck_silu_multiply(path, a->x, a->second, out, a->count);
}

static void gelu(ck_path path, const void *context, void *out) {
  const arrays *a = context;
  ck_gelu_multiply(path, a->x, a->second, out, a->count);
}

static void softcap(ck_path path, const void *context, void *out) {
  copy(out, context);
  ck_softcap(path, out, ((const arrays *)context)->count, 30);
}

/// The cap of 1 is tanh.
static void hyperbolic_tangent(ck_path path, const void *context, void *out) {
  copy(out, context);
  ck_softcap(path, out, ((const arrays *)context)->count, 1);
}

static void norm(ck_path path, const void *context, void *out) {
  const arrays *a = context;
  ck_rms_norm(path, a->x, a->second, 1e-6f, out, a->count);
}

static void add(ck_path path, const void *context, void *out) {
  copy(out, context);
  ck_add(path, out, ((const arrays *)context)->second, ((const arrays *)context)->count);
}

static void scale(ck_path path, const void *context, void *out) {
  copy(out, context);
  ck_scale(path, out, 0.3f, ((const arrays *)context)->count);
}

static void rotate_halves(ck_path path, const void *context, void *out) {
  const arrays *a = context;
  copy(out, a);
  ck_rotate(path, out, (int)a->count / 2, false, a->second, a->second + a->count / 2);
}

static void rotate_interleaved(ck_path path, const void *context, void *out) {
  const arrays *a = context;
  copy(out, a);
  ck_rotate(path, out, (int)a->count / 2, true, a->second, a->second + a->count / 2);
}

static void argmax(ck_path path, const void *context, void *out) {
  const arrays *a = context;
  *(uint32_t *)out = (uint32_t)ck_argmax(path, a->x, a->count);
}

/// All magnitudes of both signs, subnormals and the largest too; then infinities.
static void check_magnitudes(void) {
  const uint32_t step = 65521, infinity = 0x7f800000;
  const size_t finite = 2 * (size_t)(infinity / step + 1), all = finite + 2;
  uint32_t *bits = untouched_memory(all * sizeof *bits);
  float *second = untouched_memory(all * sizeof *second);
  for (size_t i = 0; i < all; i++) {
    const uint32_t magnitude = i < finite ? (uint32_t)(i / 2) * step : infinity;
    bits[i] = magnitude | (i % 2 == 0 ? 0 : 0x80000000);
    second[i] = 0.75f;
  }
  const arrays with_infinities = {(const float *)bits, all, second}, without = {(const float *)bits, finite, second};
  compare_with_scalar("exp", exponential, &with_infinities, all);
  compare_with_scalar("softcap", softcap, &with_infinities, all);
  compare_with_scalar("tanh", hyperbolic_tangent, &with_infinities, all);
  compare_with_scalar("silu", silu, &without, finite);
  compare_with_scalar("gelu", gelu, &without, finite);
  compare_with_scalar("add", add, &without, finite);
  compare_with_scalar("scale", scale, &without, finite);
  free(bits), free(second);
}

static void check_length(size_t count) {
  uint64_t random = count;
  float *x = untouched_memory(count * sizeof *x), *second = untouched_memory(count * sizeof *second);
  for (size_t i = 0; i < count; i++) x[i] = 4 * random_float(&random), second[i] = random_float(&random);
  const arrays a = {x, count, second};
  compare_with_scalar("exp", exponential, &a, count);
  compare_with_scalar("softcap", softcap, &a, count);
  compare_with_scalar("silu", silu, &a, count);
  compare_with_scalar("gelu", gelu, &a, count);
  compare_with_scalar("add", add, &a, count);
  compare_with_scalar("scale", scale, &a, count);
  if (count > 0) compare_with_scalar("norm", norm, &a, count);
  if (count % 2 == 0) {
    compare_with_scalar("rotation of halves", rotate_halves, &a, count);
    compare_with_scalar("interleaved rotation", rotate_interleaved, &a, count);
  }
  compare_with_scalar("argmax", argmax, &a, 1);
  for (size_t i = 0; i < count; i++) x[i] = i % 7 == 0 ? NAN : i % 5 == 3 ? 2 : i % 2 == 0 ? 0.0f : -0.0f;
  compare_with_scalar("argmax among equals and NaN", argmax, &a, 1);
  for (size_t i = 0; i < count; i++) x[i] = NAN;
  compare_with_scalar("argmax of no number", argmax, &a, 1);
  free(x), free(second);
}

static void hash_double_functions(void) {
  uint64_t random = 3;
  for (int i = 0; i < 10000; i++) {
    const double x = (double)(int64_t)next_random(&random) * 0x1p-63;
    const double results[] = {ck_sin(x * 0x1p30), ck_cos(x * 0x1p30), ck_sin(x * 4), ck_cos(x * 4),
                              ck_exp(x * 700),    ck_log(fabs(x)),    ck_log(ck_exp(x * 700))};
    take_into_hash(results, sizeof results / 4);
  }
}

void check_functions(void) {
  check_magnitudes();
  for (size_t count = 0; count <= 67; count++) check_length(count);
  static const size_t widths[] = {100, 128, 256, 576, 640, 2049};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) check_length(widths[i]);
  hash_double_functions();
}
