// Fitting scales to a few weights: which scale d, or which d and minimum m, lets integers q of a given range come closest
// to them, each weight counting by its importance. Neighbours of the obvious scale are tried, and the best line through
// each candidate's integers (weighted least squares) is kept. Everything in one order, so that the same weights give the
// same bytes everywhere.
#pragma once
#include "../Formats/Float.h"
#include "../Functions/Half.h"
#include <stdbool.h>
#include <stddef.h>
#pragma STDC FP_CONTRACT OFF

/// Weights of a block at most.
enum { FIT_MOST = 256 };

/// Below this largest magnitude weights are zero: their scales would be.
#define FIT_SMALLEST 1e-15f

/// From this largest magnitude on no format has a scale, and the sums below would pass the range of floats.
#define FIT_LARGEST 1e9f

/// x rounded half to even and held within low...high.
CK_INLINE float nearest_within(float x, float low, float high) {
  const float held = x < low ? low : x > high ? high : x;
  return held + 0x1.8p23f - 0x1.8p23f;
}

/// A scale as it will be read back.
CK_INLINE float as_half(float x) { return ck_float_from_half(ck_half_from_float(x)); }

/// 1 / x, or 0 for 0.
CK_INLINE float inverse_of(float x) { return x == 0 ? 0 : 1 / x; }

/// How much each weight counts: large ones more, small ones not nothing.
static void importance_of(const float *x, int count, float *importance) {
  float sum = 0;
  for (int i = 0; i < count; i++) sum += x[i] * x[i];
  const float rms = sqrtf(sum / (float)count);
  for (int i = 0; i < count; i++) importance[i] = rms + fabsf(x[i]);
}

/// The weight of largest magnitude, with its sign.
CK_INLINE float extreme_of(const float *x, int count) {
  float extreme = 0;
  for (int i = 0; i < count; i++)
    if (fabsf(x[i]) > fabsf(extreme)) extreme = x[i];
  return extreme;
}

/// Writes the candidate's quants, as the values they stand for.
typedef void (*fit_quantize)(const float *x, int count, float inverse, float *q);

/// The d for which d q comes closest to x, over scales near those at which the extreme weight meets either end (low < 0 <
/// high) of the range of q. 0 where all weights vanish, infinite where they are too large.
static inline __attribute__((always_inline)) float fit_scale(const float *x, const float *importance, const int count,
                                                             float low, float high, float step, fit_quantize quantize) {
  const float extreme = extreme_of(x, count);
  if (fabsf(extreme) < FIT_SMALLEST) return 0;
  if (!(fabsf(extreme) < FIT_LARGEST)) return INFINITY;
  float best = 0, scale = 0;
  for (int end = 0; end < 2; end++)
    for (int k = -8; k <= 8; k++) {
      float q[FIT_MOST], along = 0, square = 0;
      quantize(x, count, ((end == 0 ? low : high) + step * (float)k) / extreme, q);
      for (int i = 0; i < count; i++) {
        along += importance[i] * x[i] * q[i];
        square += importance[i] * q[i] * q[i];
      }
      // The error is a constant less along^2 / square.
      if (square > 0 && along * along > best * square) {
        best = along * along / square;
        scale = along / square;
      }
    }
  return scale;
}

/// A line d q + m.
typedef struct { float d, m; } fit_line;

static float error_of(const float *x, const float *importance, int count, fit_line line, const float *q) {
  float error = 0;
  for (int i = 0; i < count; i++) {
    const float difference = line.d * q[i] + line.m - x[i];
    error += importance[i] * difference * difference;
  }
  return error;
}

/// The line closest to x at given q; `holds_minimum` keeps m at or below zero.
static fit_line line_through(const float *x, const float *importance, int count, const float *q, bool holds_minimum,
                             fit_line otherwise) {
  float all = 0, of_x = 0, of_q = 0, of_qq = 0, of_xq = 0;
  for (int i = 0; i < count; i++) {
    const float weighted = importance[i] * q[i];
    all += importance[i];
    of_x += importance[i] * x[i];
    of_q += weighted;
    of_qq += weighted * q[i];
    of_xq += weighted * x[i];
  }
  const float determinant = all * of_qq - of_q * of_q;
  if (!(determinant > 0)) return otherwise;
  fit_line line = {(all * of_xq - of_x * of_q) / determinant, (of_qq * of_x - of_q * of_xq) / determinant};
  if (holds_minimum && line.m > 0) line = (fit_line){of_xq / of_qq, 0};
  return line;
}

/// The line that comes closest to x with q = 0...high.
static fit_line fit_range(const float *x, const float *importance, int count, float high, bool holds_minimum) {
  float least = x[0], most = x[0];
  for (int i = 1; i < count; i++) {
    least = x[i] < least ? x[i] : least;
    most = x[i] > most ? x[i] : most;
  }
  if (holds_minimum && least > 0) least = 0;
  if (!(most < FIT_LARGEST && least > -FIT_LARGEST)) return (fit_line){INFINITY, -INFINITY};
  if (most - least < FIT_SMALLEST) return (fit_line){0, least};
  fit_line best = {(most - least) / high, least};
  float least_error = INFINITY;
  for (int k = -6; k <= 10; k++) {
    float q[FIT_MOST];
    const float inverse = (high + 0.1f * (float)k) / (most - least);
    for (int i = 0; i < count; i++) q[i] = nearest_within(inverse * (x[i] - least), 0, high);
    const fit_line line = line_through(x, importance, count, q, holds_minimum, best);
    const float error = error_of(x, importance, count, line, q);
    if (error < least_error && line.d >= 0) {
      least_error = error;
      best = line;
    }
  }
  return best;
}
