// The vocabulary that the matrix product is written in: vectors of 16 lanes, one lane a weight row, as the compiler's
// generic vectors. What the instruction sets do differently (the integer dot products and the widening of binary16) is
// in Lanes<path>.h, which each path includes before Kernel.h. All of it gives the same integers and the same floats.
//
// A path's file defines
//
//   LANES_TILE                columns of a panel that are computed at once, at most
//   LANES_STRIPS              strips that are computed at once, at most 2
//   LANES_FLOAT_STRIPS(n)     the same in the float formats, at most 4, for n columns: independent chains of fma
//   lanes_halves              16 binary16 to float
//   lanes_dot                 x[i][c]      =  offset[c] + sum over k of w[i][k] . a[k][c]
//   lanes_scaled_dot          total[i][c] += scale[i] * (sum of offsets[c] + sum over k of w[i][k] . a[k][c])
//   lanes_add_dot             total[i][c] += sum over k of w[i][k] . a[k][c]
//   lanes_lookup              table[byte] for each of 64 bytes below 16
//   LANES_SIGNED_BYTES        1 where eight-bit quants are taken as w - 128 without any offset
//   lanes_pair_dot            total + low(pairs) * low(pair) + high(pairs) * high(pair), int16 halves of words
//
// w[i][k] holds quad k of the 16 rows of strip i as unsigned bytes below 2^bits (8 quads a strip), a[k][c] the 4
// activations of quad k in column c. Without `has_offset` the offset is 0 and the pointer null. lanes_scaled_dot has an
// offset for each two quads, or one for all of them where the quants have 8 bits.
#pragma once
#include "../Formats/Float.h"
#include "ckernels.h"
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi" // every function with a vector parameter is inlined

/// Before a loop whose bounds are constants once everything is inlined; empty where they are not.
#ifndef LANES_UNROLL
#define LANES_UNROLL _Pragma("unroll")
#endif

/// Calls TILE(n) with the constant n that equals `columns`; a tile that the path never takes isn't compiled.
#define LANES_WITH_TILE(columns, TILE)                                                                                 \
  switch (columns) {                                                                                                   \
  case 1: TILE(1); break;                                                                                              \
  case 2: LANES_TILE >= 2 ? TILE(2) : (void)0; break;                                                                  \
  case 3: LANES_TILE >= 3 ? TILE(3) : (void)0; break;                                                                  \
  case 4: LANES_TILE >= 4 ? TILE(4) : (void)0; break;                                                                  \
  case 5: LANES_TILE >= 5 ? TILE(5) : (void)0; break;                                                                  \
  default: LANES_TILE >= 6 ? TILE(6) : (void)0;                                                                        \
  }

/// The width of a panel, as a constant where a tile of `n` columns must be a whole panel.
#define LANES_WIDTH(n, width) (LANES_TILE >= CK_PANEL ? (n) : (width))

enum { QUADS = 8 }; // of a strip in an array of unpacked weights

typedef uint8_t u8x64 __attribute__((ext_vector_type(64)));
typedef uint8_t u8x16 __attribute__((ext_vector_type(16)));
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

CK_INLINE u32x16 load_u16s(const void *at) {
  u16x16 halves;
  memcpy(&halves, at, sizeof halves);
  return __builtin_convertvector(halves, u32x16);
}

CK_INLINE f32x16 load_bfloats(const void *at) { return (f32x16)(load_u16s(at) << 16); }

CK_INLINE i32x16 load_signed_bytes(const uint8_t *at) {
  i8x16 bytes;
  memcpy(&bytes, at, sizeof bytes);
  return __builtin_convertvector(bytes, i32x16);
}

/// 2^(e - 128) for 16 bytes e (Formats/MXFP4.h).
CK_INLINE f32x16 load_exponents(const uint8_t *at) {
  u8x16 bytes;
  memcpy(&bytes, at, sizeof bytes);
  const u32x16 e = __builtin_convertvector(bytes, u32x16);
  const u32x16 is_subnormal = (u32x16)(e < 2);
  return (f32x16)((is_subnormal & (0x00200000u << (e & 1))) | (~is_subnormal & ((e - 1) << 23)));
}

CK_INLINE f32x16 fused(f32x16 a, f32x16 b, f32x16 c) { return __builtin_elementwise_fma(a, b, c); }

CK_INLINE f32x16 to_float(i32x16 x) { return __builtin_convertvector(x, f32x16); }
