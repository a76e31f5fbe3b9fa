// Writing the formats with blocks of 32 weights: Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, IQ4_NL. The scale is rounded to binary16
// first, and the quants are then chosen for the scale that will be read back.
#include "../Formats/IQ4.h"
#include "../Formats/Q5.h"
#include "../Formats/Q8.h"
#include <math.h>
//
#include "Fit.h"
#include "Levels.h"
#include "Quantize.h"

static void put_nibbles(const float *q, uint8_t quants[16]) {
  for (int i = 0; i < 16; i++) quants[i] = (uint8_t)(((int)q[i] & 15) | ((int)q[i + 16] & 15) << 4);
}

static void put_high_bits(const float *q, uint8_t high[4]) {
  uint32_t bits = 0;
  for (int i = 0; i < 32; i++) bits |= (uint32_t)((int)q[i] >> 4 & 1) << i;
  memcpy(high, &bits, 4);
}

void ck_quantize_q8_0(const float *x, void *block) {
  ck_block_q8_0 *to = block;
  to->d = ck_half_from_float(fabsf(extreme_of(x, 32)) / 127);
  const float inverse = inverse_of(ck_float_from_half(to->d));
  for (int i = 0; i < 32; i++) to->quants[i] = (int8_t)nearest_within(x[i] * inverse, -127, 127);
}

static void quantize_to_8(const float *x, int count, float inverse, float *q) {
  for (int i = 0; i < count; i++) q[i] = nearest_within(x[i] * inverse, -8, 7);
}

static void quantize_to_16(const float *x, int count, float inverse, float *q) {
  for (int i = 0; i < count; i++) q[i] = nearest_within(x[i] * inverse, -16, 15);
}

void ck_quantize_q4_0(const float *x, void *block) {
  ck_block_q4_0 *to = block;
  float importance[32], q[32];
  importance_of(x, 32, importance);
  to->d = ck_half_from_float(fit_scale(x, importance, 32, -8, 7, 0.1f, quantize_to_8));
  quantize_to_8(x, 32, inverse_of(ck_float_from_half(to->d)), q);
  for (int i = 0; i < 32; i++) q[i] += 8;
  put_nibbles(q, to->quants);
}

void ck_quantize_q5_0(const float *x, void *block) {
  ck_block_q5_0 *to = block;
  float importance[32], q[32];
  importance_of(x, 32, importance);
  to->d = ck_half_from_float(fit_scale(x, importance, 32, -16, 15, 0.1f, quantize_to_16));
  quantize_to_16(x, 32, inverse_of(ck_float_from_half(to->d)), q);
  for (int i = 0; i < 32; i++) q[i] += 16;
  put_nibbles(q, to->quants);
  put_high_bits(q, to->high);
}

/// d, m as stored, and the quants for them.
static void quantize_range(const float *x, float high, uint16_t *d, uint16_t *m, float q[32]) {
  float importance[32];
  importance_of(x, 32, importance);
  const fit_line line = fit_range(x, importance, 32, high, false);
  *d = ck_half_from_float(line.d);
  *m = ck_half_from_float(line.m);
  const float inverse = inverse_of(ck_float_from_half(*d)), least = ck_float_from_half(*m);
  for (int i = 0; i < 32; i++) q[i] = nearest_within((x[i] - least) * inverse, 0, high);
}

void ck_quantize_q4_1(const float *x, void *block) {
  ck_block_q4_1 *to = block;
  float q[32];
  uint16_t d, m;
  quantize_range(x, 15, &d, &m, q);
  to->d = d, to->m = m;
  put_nibbles(q, to->quants);
}

void ck_quantize_q5_1(const float *x, void *block) {
  ck_block_q5_1 *to = block;
  float q[32];
  uint16_t d, m;
  quantize_range(x, 31, &d, &m, q);
  to->d = d, to->m = m;
  put_nibbles(q, to->quants);
  put_high_bits(q, to->high);
}

void ck_quantize_iq4_nl(const float *x, void *block) {
  ck_block_iq4_nl *to = block;
  float importance[32], q[32];
  importance_of(x, 32, importance);
  to->d = ck_half_from_float(fit_scale(x, importance, 32, -127, 113, 1.5f, quantize_to_levels));
  level_indices(x, 32, inverse_of(ck_float_from_half(to->d)), q);
  put_nibbles(q, to->quants);
}
