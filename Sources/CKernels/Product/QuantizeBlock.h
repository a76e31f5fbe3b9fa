// The rule that turns a block of activations into int8 and a scale. It looks at nothing but the block:
//
//   amax = max |x[i]|
//   amax < 2^-100:   s = 0, every a[i] = 0                     (127 / amax would not be finite)
//   else             inv = 127 / amax,  a[i] = round_half_even(x[i] * inv),  s = amax / 127
//
// with IEEE divisions and every operation rounded once to float32. The result lies in -127...127. An activation that is
// not a number makes s not a number, and with it the products: it isn't hidden.
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>
#pragma STDC FP_CONTRACT OFF

#define CK_SMALLEST_AMAX 0x1p-100f

/// Adding 1.5 * 2^23 rounds a small float half to even at the last bit of the significand, on any instruction set.
#define CK_ROUNDING_SHIFT 0x1.8p23f

/// Quantizes `count` activations into `a` and returns s.
static inline float ck_quantize_block_scalar(const float *x, int count, int8_t *a) {
  uint32_t largest = 0; // magnitudes compare like the integers of their bits
  for (int i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &x[i], sizeof bits);
    bits &= 0x7fffffff;
    largest = bits > largest ? bits : largest;
  }
  float amax;
  memcpy(&amax, &largest, sizeof amax);
  if (amax < CK_SMALLEST_AMAX) {
    memset(a, 0, (size_t)count);
    return 0;
  }
  const float inverse = 127.0f / amax;
  for (int i = 0; i < count; i++) {
    const float shifted = x[i] * inverse + CK_ROUNDING_SHIFT;
    uint32_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    a[i] = (int8_t)((int32_t)(bits & 0x7fffff) - 0x400000);
  }
  return amax / 127.0f;
}
