// The float formats: a block is one weight.
//
//   F32    32 bits a weight   IEEE binary32
//   F16    16 bits a weight   IEEE binary16, every value exact in binary32
//   BF16   16 bits a weight   the upper half of a binary32
//
// In a strip the 16 rows stand beside each other, column after column: [column][16 rows].
#pragma once
#include <stdint.h>
#include <string.h>

#define CK_INLINE static inline __attribute__((always_inline))

CK_INLINE float ck_float_from_bits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// binary16 to binary32, exactly.
CK_INLINE float ck_float_from_half(uint16_t half) {
  const uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = (half >> 10) & 31, fraction = half & 1023;
  if (exponent == 31) return ck_float_from_bits(sign | 0x7f800000 | fraction << 13);
  if (exponent != 0) return ck_float_from_bits(sign | (exponent + 112) << 23 | fraction << 13);
  const float magnitude = (float)fraction * 0x1p-24f; // zero or subnormal
  return sign ? -magnitude : magnitude;
}

CK_INLINE float ck_float_from_bfloat(uint16_t bfloat) { return ck_float_from_bits((uint32_t)bfloat << 16); }

CK_INLINE uint16_t ck_load_u16(const void *at) {
  uint16_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

CK_INLINE uint32_t ck_load_u32(const void *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}
