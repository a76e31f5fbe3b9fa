// From float to half precision (IEEE 754 binary16): the definition that the hardware's conversion equals. The other
// direction is in Formats/Float.h. Private to the target.
#pragma once
#include <stdint.h>
#include <string.h>

/// Rounds to nearest, ties to even; to infinity from 65520 on.
static inline uint16_t ck_half_from_float(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint32_t sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
  if (rest > 0x7f800000) return (uint16_t)(sign | 0x7e00 | (rest >> 13 & 0x1ff));
  if (rest >= 0x477ff000) return (uint16_t)(sign | 0x7c00);
  if (rest < 0x38800000) { // below 2^-14: adding 0.5 leaves a multiple of 2^-24, rounded by the addition
    float magnitude;
    memcpy(&magnitude, &rest, sizeof magnitude);
    magnitude += 0.5f;
    uint32_t sum;
    memcpy(&sum, &magnitude, sizeof sum);
    return (uint16_t)(sign | (sum - 0x3f000000));
  }
  uint32_t rounded = rest + 0xfff + (rest >> 13 & 1);
  return (uint16_t)(sign | ((rounded >> 13) - ((127 - 15) << 10)));
}
