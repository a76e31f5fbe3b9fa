// The definitions of the elementwise functions, norms and the rotation, as plain loops.
#include "FunctionTable.h"
#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define REAL float
#define INTEGER int32_t
#define FUNCTION(name) scalar_##name
#include "ElementaryFunctions.h"

float ck_exp_scalar(float x) { return scalar_exp(x); }

float ck_tanh_scalar(float x) { return scalar_tanh(x); }

static void exp_each(const float *x, float *y, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] = scalar_exp(x[i]);
}

static void silu_multiply(const float *gate, const float *up, float *out, size_t count) {
  for (size_t i = 0; i < count; i++) out[i] = scalar_silu(gate[i]) * up[i];
}

static void gelu_multiply(const float *gate, const float *up, float *out, size_t count) {
  for (size_t i = 0; i < count; i++) out[i] = scalar_gelu(gate[i]) * up[i];
}

static void softcap(float *x, size_t count, float cap) {
  for (size_t i = 0; i < count; i++) x[i] = scalar_softcap(x[i], cap);
}

static void rms_norm(const float *x, const float *weight, float epsilon, float *out, size_t count) {
  float lane[16] = {0};
  for (size_t i = 0; i < count; i++) lane[i % 16] = fmaf(x[i], x[i], lane[i % 16]);
  for (int width = 8; width > 0; width /= 2) {
    for (int i = 0; i < width; i++) lane[i] = lane[i] + lane[i + width];
  }
  float mean = lane[0] / (float)count;
  float r = 1.0f / sqrtf(mean + epsilon);
  for (size_t i = 0; i < count; i++) out[i] = (x[i] * r) * weight[i];
}

static void add(float *y, const float *x, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] = y[i] + x[i];
}

static void scale(float *y, float factor, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] = y[i] * factor;
}

static void rotate(float *x, int pairs, bool interleaved, const float *cosine, const float *sine) {
  for (int i = 0; i < pairs; i++) {
    float *first = interleaved ? x + 2 * i : x + i;
    float *second = interleaved ? x + 2 * i + 1 : x + i + pairs;
    float a = *first, b = *second;
    *first = fmaf(a, cosine[i], -(b * sine[i]));
    *second = fmaf(a, sine[i], b * cosine[i]);
  }
}

static size_t argmax(const float *x, size_t count) {
  float largest = -INFINITY;
  for (size_t i = 0; i < count; i++) largest = x[i] > largest ? x[i] : largest;
  for (size_t i = 0; i < count; i++) {
    if (x[i] == largest) return i;
  }
  return 0;
}

const ck_function_table ck_functions_scalar = {
    .exp = exp_each,
    .silu_multiply = silu_multiply,
    .gelu_multiply = gelu_multiply,
    .softcap = softcap,
    .rms_norm = rms_norm,
    .add = add,
    .scale = scale,
    .rotate = rotate,
    .argmax = argmax,
};
