// The vocabulary that the matrix product is written in: vectors of 16 lanes, one lane a weight row, as the compiler's
// generic vectors. What the instruction sets do differently (the integer dot products and the widening of binary16) is
// in Lanes<path>.h, which each path includes before Kernel.h. All of it gives the same integers and the same floats.
//
// A path's file defines
//
//   LANES_TILE                columns whose sums stand in registers at once
//   LANES_PANELS              panels that are served by one unpacking of a weight block
//   LANES_FIXED_WIDTH         1 when kernels are compiled for each panel width
//   LANES_FLOAT_STRIPS(w)     strips at once in the float formats, for panels of w columns: independent chains of fma
//   lanes_halves              16 binary16 to float
//   lanes_dot                 x[c]      =  offset[c] + sum over k of w[k] . a[k][c]
//   lanes_scaled_dot          total[c] += scale * (sum of offsets[c] + sum over k of w[k] . a[k][c])
//   lanes_pair_dot            total + low(pairs) * low(pair) + high(pairs) * high(pair), int16 halves of words
//
// w[k] holds quad k of 16 rows as unsigned bytes below 2^bits, a[k][c] the 4 activations of quad k in column c.
#pragma once
#include "../Formats/Float.h"
#include "ckernels.h"
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi" // every function with a vector parameter is inlined

/// Before a loop whose bounds are constants once everything is inlined; empty where they are not.
#ifndef LANES_UNROLL
#define LANES_UNROLL _Pragma("unroll")
#endif

typedef uint8_t u8x64 __attribute__((ext_vector_type(64)));
typedef int8_t i8x16 __attribute__((ext_vector_type(16)));
typedef uint16_t u16x16 __attribute__((ext_vector_type(16)));
typedef int32_t i32x16 __attribute__((ext_vector_type(16)));
typedef uint32_t u32x16 __attribute__((ext_vector_type(16)));
typedef float f32x16 __attribute__((ext_vector_type(16)));

CK_INLINE u8x64 load_bytes(const uint8_t *at) {
  u8x64 value;
  memcpy(&value, at, sizeof value);
  return value;
}

CK_INLINE i32x16 load_words(const uint8_t *at) {
  i32x16 value;
  memcpy(&value, at, sizeof value);
  return value;
}

CK_INLINE f32x16 load_floats(const void *at) {
  f32x16 value;
  memcpy(&value, at, sizeof value);
  return value;
}

CK_INLINE f32x16 load_bfloats(const void *at) {
  u16x16 halves;
  memcpy(&halves, at, sizeof halves);
  return (f32x16)(__builtin_convertvector(halves, u32x16) << 16);
}

CK_INLINE i32x16 load_signed_bytes(const uint8_t *at) {
  i8x16 bytes;
  memcpy(&bytes, at, sizeof bytes);
  return __builtin_convertvector(bytes, i32x16);
}

CK_INLINE f32x16 fused(f32x16 a, f32x16 b, f32x16 c) { return __builtin_elementwise_fma(a, b, c); }

CK_INLINE f32x16 to_float(i32x16 x) { return __builtin_convertvector(x, f32x16); }
