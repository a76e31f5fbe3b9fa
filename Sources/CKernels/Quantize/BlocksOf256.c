// Writing the formats with blocks of 256 weights: Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, IQ4_XS. Each sub-block is fitted by itself;
// its scale (and minimum) is rounded to a multiple of the block's; then quants, the block's scales, and the quants once
// more are chosen for what has been rounded so far.
#include "../Formats/IQ4.h"
#include "../Formats/Q3_K.h"
#include "../Formats/Q45_K.h"
#include "../Formats/Q6_K.h"
#include <math.h>
//
#include "Fit.h"
#include "Levels.h"
#include "Quantize.h"

/// A block as a line a sub-block: w = (d sc_j) q - (dmin m_j). Without minima, m is 0.
typedef struct {
  int width;  // weights of a sub-block
  float d, dmin;
  float scales[16], minima[16];
  float quants[256];
} fitted_block;

typedef void (*quantize_run)(const float *x, int count, float inverse, float *q);

/// Quants of every sub-block for the scales as they are.
static void choose_quants(const float *x, fitted_block *to, quantize_run quantize) {
  for (int j = 0; j < 256 / to->width; j++) {
    float shifted[32];
    for (int i = 0; i < to->width; i++) shifted[i] = x[j * to->width + i] + to->dmin * to->minima[j];
    quantize(shifted, to->width, inverse_of(to->d * to->scales[j]), to->quants + j * to->width);
  }
}

/// d and dmin by least squares over the block at given sub-scales and quants, as binary16.
static void refine(const float *x, const float *importance, fitted_block *to, bool has_minima) {
  double aa = 0, ab = 0, bb = 0, ax = 0, bx = 0;
  for (int i = 0; i < 256; i++) {
    const int j = i / to->width;
    const double a = to->scales[j] * to->quants[i], b = -to->minima[j], w = importance[i];
    aa += w * a * a, ab += w * a * b, bb += w * b * b;
    ax += w * a * x[i], bx += w * b * x[i];
  }
  const double determinant = aa * bb - ab * ab;
  if (!has_minima || !(bb > 0)) {
    if (aa > 0) to->d = as_half((float)(ax / aa));
  } else if (determinant > 0) {
    const float d = as_half((float)((ax * bb - bx * ab) / determinant));
    const float dmin = as_half((float)((aa * bx - ab * ax) / determinant));
    if (d > 0 && dmin >= 0) to->d = d, to->dmin = dmin;
  }
}

/// Rounds scales to multiples of one that makes the largest `steps`, and returns that one as binary16.
static float round_scales(float *scales, int count, float low, float high) {
  const float extreme = extreme_of(scales, count);
  const float d = as_half(low < 0 ? extreme / low : extreme / high), inverse = inverse_of(d);
  for (int j = 0; j < count; j++) scales[j] = nearest_within(scales[j] * inverse, low, high);
  return d;
}

/// The formats with a scale and a minimum a sub-block, both 0...most.
static void fit_with_minima(const float *x, float high, float most, quantize_run quantize, fitted_block *to) {
  const int count = 256 / to->width;
  float importance[256];
  importance_of(x, 256, importance);
  for (int j = 0; j < count; j++) {
    const fit_line line = fit_range(x + j * to->width, importance + j * to->width, to->width, high, true);
    to->scales[j] = line.d;
    to->minima[j] = -line.m;
  }
  to->d = round_scales(to->scales, count, 0, most);
  to->dmin = round_scales(to->minima, count, 0, most);
  choose_quants(x, to, quantize);
  refine(x, importance, to, true);
  choose_quants(x, to, quantize);
}

/// The formats with a signed scale a sub-block, low...high, and quants from q_low to q_high.
static inline __attribute__((always_inline)) void fit_signed(const float *x, float q_low, float q_high, float step,
                                                             quantize_run quantize, float low, float high,
                                                             fitted_block *to) {
  const int count = 256 / to->width;
  float importance[256];
  importance_of(x, 256, importance);
  for (int j = 0; j < count; j++) {
    to->minima[j] = 0;
    to->scales[j] =
        fit_scale(x + j * to->width, importance + j * to->width, to->width, q_low, q_high, step, quantize);
  }
  to->dmin = 0;
  to->d = round_scales(to->scales, count, low, high);
  choose_quants(x, to, quantize);
  refine(x, importance, to, false);
  choose_quants(x, to, quantize);
}

#define QUANTIZE_WITHIN(name, low, high)                                                                               \
  static void name(const float *x, int count, float inverse, float *q) {                                               \
    for (int i = 0; i < count; i++) q[i] = nearest_within(x[i] * inverse, low, high);                                  \
  }
QUANTIZE_WITHIN(to_2_bits, 0, 3)
QUANTIZE_WITHIN(to_4_bits, 0, 15)
QUANTIZE_WITHIN(to_5_bits, 0, 31)
QUANTIZE_WITHIN(to_3_signed_bits, -4, 3)
QUANTIZE_WITHIN(to_6_signed_bits, -32, 31)

/// Low two bits of quants, as Q2_K and Q3_K place them.
static void put_two_bits(const int *q, uint8_t quants[64]) {
  memset(quants, 0, 64);
  for (int i = 0; i < 256; i++) quants[i / 128 * 32 + i % 32] |= (uint8_t)((q[i] & 3) << i / 32 % 4 * 2);
}

void ck_quantize_q2_k(const float *x, void *block) {
  ck_block_q2_k *to = block;
  fitted_block fit = {.width = 16};
  fit_with_minima(x, 3, 15, to_2_bits, &fit);
  to->d = ck_half_from_float(fit.d);
  to->dmin = ck_half_from_float(fit.dmin);
  for (int j = 0; j < 16; j++) to->scales[j] = (uint8_t)((int)fit.scales[j] | (int)fit.minima[j] << 4);
  int q[256];
  for (int i = 0; i < 256; i++) q[i] = (int)fit.quants[i];
  put_two_bits(q, to->quants);
}

void ck_quantize_q3_k(const float *x, void *block) {
  ck_block_q3_k *to = block;
  fitted_block fit = {.width = 16};
  fit_signed(x, -4, 3, 0.1f, to_3_signed_bits, -32, 31, &fit);
  to->d = ck_half_from_float(fit.d);
  memset(to->scales, 0, sizeof to->scales);
  for (int j = 0; j < 16; j++) {
    const int scale = (int)fit.scales[j] + 32;
    to->scales[j % 8] |= (uint8_t)((scale & 15) << j / 8 * 4);
    to->scales[8 + j % 4] |= (uint8_t)((scale >> 4) << j / 4 * 2);
  }
  int q[256];
  memset(to->high, 0, sizeof to->high);
  for (int i = 0; i < 256; i++) {
    q[i] = (int)fit.quants[i] + 4;
    to->high[i % 32] |= (uint8_t)((q[i] >> 2) << i / 32);
  }
  put_two_bits(q, to->quants);
}

/// Eight scales and minima of six bits (Q45_K.h).
static void put_sub_scales(const fitted_block *fit, uint8_t s[12]) {
  memset(s, 0, 12);
  for (int j = 0; j < 8; j++) {
    const int scale = (int)fit->scales[j], minimum = (int)fit->minima[j];
    if (j < 4) {
      s[j] |= (uint8_t)scale;
      s[j + 4] |= (uint8_t)minimum;
    } else {
      s[j + 4] |= (uint8_t)((scale & 15) | (minimum & 15) << 4);
      s[j - 4] |= (uint8_t)((scale >> 4) << 6);
      s[j] |= (uint8_t)((minimum >> 4) << 6);
    }
  }
}

static void put_nibbles_q45_k(const fitted_block *fit, uint8_t quants[128]) {
  memset(quants, 0, 128);
  for (int i = 0; i < 256; i++) quants[i / 64 * 32 + i % 32] |= (uint8_t)(((int)fit->quants[i] & 15) << i / 32 % 2 * 4);
}

void ck_quantize_q4_k(const float *x, void *block) {
  ck_block_q4_k *to = block;
  fitted_block fit = {.width = 32};
  fit_with_minima(x, 15, 63, to_4_bits, &fit);
  to->d = ck_half_from_float(fit.d);
  to->dmin = ck_half_from_float(fit.dmin);
  put_sub_scales(&fit, to->scales);
  put_nibbles_q45_k(&fit, to->quants);
}

void ck_quantize_q5_k(const float *x, void *block) {
  ck_block_q5_k *to = block;
  fitted_block fit = {.width = 32};
  fit_with_minima(x, 31, 63, to_5_bits, &fit);
  to->d = ck_half_from_float(fit.d);
  to->dmin = ck_half_from_float(fit.dmin);
  put_sub_scales(&fit, to->scales);
  put_nibbles_q45_k(&fit, to->quants);
  memset(to->high, 0, sizeof to->high);
  for (int i = 0; i < 256; i++) to->high[i % 32] |= (uint8_t)(((int)fit.quants[i] >> 4) << i / 32);
}

void ck_quantize_q6_k(const float *x, void *block) {
  ck_block_q6_k *to = block;
  fitted_block fit = {.width = 16};
  fit_signed(x, -32, 31, 0.1f, to_6_signed_bits, -128, 127, &fit);
  to->d = ck_half_from_float(fit.d);
  for (int j = 0; j < 16; j++) to->scales[j] = (int8_t)fit.scales[j];
  memset(to->low, 0, sizeof to->low);
  memset(to->high, 0, sizeof to->high);
  for (int i = 0; i < 256; i++) {
    const int h = i / 128, t = i / 32 % 4, l = i % 32, q = (int)fit.quants[i] + 32;
    to->low[64 * h + 32 * (t & 1) + l] |= (uint8_t)((q & 15) << t / 2 * 4);
    to->high[32 * h + l] |= (uint8_t)((q >> 4) << 2 * t);
  }
}

void ck_quantize_iq4_xs(const float *x, void *block) {
  ck_block_iq4_xs *to = block;
  fitted_block fit = {.width = 32};
  fit_signed(x, -127, 113, 1.5f, quantize_to_levels, -32, 31, &fit);
  to->d = ck_half_from_float(fit.d);
  to->high = 0;
  memset(to->low, 0, sizeof to->low);
  memset(to->quants, 0, sizeof to->quants);
  for (int j = 0; j < 8; j++) {
    const int scale = (int)fit.scales[j] + 32;
    float index[32];
    to->low[j / 2] |= (uint8_t)((scale & 15) << j % 2 * 4);
    to->high = (uint16_t)(to->high | (scale >> 4) << 2 * j);
    level_indices(x + 32 * j, 32, inverse_of(fit.d * fit.scales[j]), index);
    for (int i = 0; i < 32; i++) to->quants[16 * j + i % 16] |= (uint8_t)((int)index[i] << i / 16 * 4);
  }
}
