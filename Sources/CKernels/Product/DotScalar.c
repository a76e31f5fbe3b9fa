// The definition of a matrix product's element (docs/Numerics.md, version 1): one row of raw blocks times one row of
// float activations, in plain loops over the bytes of the file. Every other path must give these bits.
//
//   acc = +0;  for each block in order, with exact int32 sums I, M and S over its quants q and activations a:
//
//   Q4_0         I = sum (q - 8) a               acc = fma(I, d s, acc)
//   Q4_1, Q5_1   I = sum q a,    S = sum a       acc = fma(I, d s, acc),  acc = fma(m, s S, acc)
//   Q5_0         I = sum (q - 16) a              acc = fma(I, d s, acc)
//   Q8_0         I = sum q a                     acc = fma(I, d s, acc)
//   Q4_K, Q5_K   I = sum_j sc_j sum q a
//                M = sum_j m_j sum a             acc = fma(I, d s, acc),  acc = fma(M, -(dmin s), acc)
//   Q6_K         I = sum_j sc_j sum (q - 32) a   acc = fma(I, d s, acc)
//   Q2_K         as Q4_K, j over 16 sub-blocks
//   Q3_K         I = sum_j (sc_j - 32) sum (q - 4) a     acc = fma(I, d s, acc)
//   TQ1_0, TQ2_0 I = sum (q - 1) a               acc = fma(I, d s, acc)
//   IQ4_NL       I = sum v[q] a                  acc = fma(I, d s, acc)
//   IQ4_XS       I = sum_j (sc_j - 32) sum v[q] a        acc = fma(I, d s, acc)
//   MXFP4        I = sum v[q] a                  acc = fma(I, 2^(e - 128) s, acc)
//   F32, F16, BF16                               acc = fma(w, x, acc) for each column in order
#include "../Formats/IQ4.h"
#include "../Formats/MXFP4.h"
#include "../Formats/Q3_K.h"
#include "../Formats/Q45_K.h"
#include "../Formats/Q5.h"
#include "../Formats/Q6_K.h"
#include "../Formats/Q8.h"
#include "../Formats/Shape.h"
#include "../Formats/TQ.h"
#include "QuantizeBlock.h"
#include "ckernels.h"
#pragma STDC FP_CONTRACT OFF

CK_INLINE float dot_q4_0(float acc, const ck_block_q4_0 *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 32; i++) I += (ck_quant_q4(w->quants, i) - 8) * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

/// The float chain of the formats with a minimum a block.
CK_INLINE float add_with_minimum(float acc, int32_t I, int32_t S, float d, float m, float s) {
  acc = fmaf((float)I, d * s, acc);
  return fmaf(m, s * (float)S, acc);
}

CK_INLINE float dot_q4_1(float acc, const ck_block_q4_1 *w, float s, const int8_t *a) {
  int32_t I = 0, S = 0;
  for (int i = 0; i < 32; i++) {
    I += ck_quant_q4(w->quants, i) * a[i];
    S += a[i];
  }
  return add_with_minimum(acc, I, S, ck_float_from_half(w->d), ck_float_from_half(w->m), s);
}

CK_INLINE float dot_q5_0(float acc, const ck_block_q5_0 *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 32; i++) I += (ck_quant_q5(w->high, w->quants, i) - 16) * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

CK_INLINE float dot_q5_1(float acc, const ck_block_q5_1 *w, float s, const int8_t *a) {
  int32_t I = 0, S = 0;
  for (int i = 0; i < 32; i++) {
    I += ck_quant_q5(w->high, w->quants, i) * a[i];
    S += a[i];
  }
  return add_with_minimum(acc, I, S, ck_float_from_half(w->d), ck_float_from_half(w->m), s);
}

CK_INLINE float dot_q8_0(float acc, const ck_block_q8_0 *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 32; i++) I += w->quants[i] * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

/// The float chain of the formats with a minimum a sub-block.
CK_INLINE float add_with_minima(float acc, int32_t I, int32_t M, float d, float dmin, float s) {
  acc = fmaf((float)I, d * s, acc);
  return fmaf((float)M, -(dmin * s), acc);
}

CK_INLINE float dot_q4_k(float acc, const ck_block_q4_k *w, float s, const int8_t *a) {
  int32_t I = 0, M = 0;
  for (int i = 0; i < 256; i++) {
    I += ck_scale_q45_k(w->scales, i / 32) * ck_quant_q4_k(w->quants, i) * a[i];
    M += ck_minimum_q45_k(w->scales, i / 32) * a[i];
  }
  return add_with_minima(acc, I, M, ck_float_from_half(w->d), ck_float_from_half(w->dmin), s);
}

CK_INLINE float dot_q5_k(float acc, const ck_block_q5_k *w, float s, const int8_t *a) {
  int32_t I = 0, M = 0;
  for (int i = 0; i < 256; i++) {
    I += ck_scale_q45_k(w->scales, i / 32) * ck_quant_q5_k(w->high, w->quants, i) * a[i];
    M += ck_minimum_q45_k(w->scales, i / 32) * a[i];
  }
  return add_with_minima(acc, I, M, ck_float_from_half(w->d), ck_float_from_half(w->dmin), s);
}

CK_INLINE float dot_q6_k(float acc, const ck_block_q6_k *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 256; i++) I += w->scales[i / 16] * (ck_quant_q6_k(w, i) - 32) * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

CK_INLINE float dot_q2_k(float acc, const ck_block_q2_k *w, float s, const int8_t *a) {
  int32_t I = 0, M = 0;
  for (int i = 0; i < 256; i++) {
    I += (w->scales[i / 16] & 15) * ck_quant_q2(w->quants, i) * a[i];
    M += (w->scales[i / 16] >> 4) * a[i];
  }
  return add_with_minima(acc, I, M, ck_float_from_half(w->d), ck_float_from_half(w->dmin), s);
}

CK_INLINE float dot_q3_k(float acc, const ck_block_q3_k *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 256; i++) I += (ck_scale_q3_k(w->scales, i / 16) - 32) * (ck_quant_q3_k(w, i) - 4) * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

CK_INLINE float dot_tq1_0(float acc, const ck_block_tq1_0 *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 256; i++) I += (ck_quant_tq1_0(w, i) - 1) * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

CK_INLINE float dot_tq2_0(float acc, const ck_block_tq2_0 *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 256; i++) I += (ck_quant_q2(w->quants, i) - 1) * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

CK_INLINE float dot_iq4_nl(float acc, const ck_block_iq4_nl *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 32; i++) I += ck_levels_iq4[ck_quant_q4(w->quants, i)] * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

CK_INLINE float dot_iq4_xs(float acc, const ck_block_iq4_xs *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 256; i++) I += (ck_scale_iq4_xs(w, i / 32) - 32) * ck_level_iq4_xs(w, i) * a[i];
  return fmaf((float)I, ck_float_from_half(w->d) * s, acc);
}

CK_INLINE float dot_mxfp4(float acc, const ck_block_mxfp4 *w, float s, const int8_t *a) {
  int32_t I = 0;
  for (int i = 0; i < 32; i++) I += ck_levels_mxfp4[ck_quant_q4(w->quants, i)] * a[i];
  return fmaf((float)I, ck_scale_mxfp4(w->exponent) * s, acc);
}

CK_INLINE float dot(ck_format format, const uint8_t *w, int columns, const float *x) {
  const int block = ck_shapes[format].weights, bytes = ck_shapes[format].bytes;
  float acc = 0;
  for (int k = 0; k + block <= columns; k += block, w += bytes) {
    int8_t a[256];
    const float s = block == 1 ? 0 : ck_quantize_block_scalar(x + k, block, a);
    switch (format) {
    case CK_F32: acc = fmaf(ck_float_from_bits(ck_load_u32(w)), x[k], acc); break;
    case CK_F16: acc = fmaf(ck_float_from_half(ck_load_u16(w)), x[k], acc); break;
    case CK_BF16: acc = fmaf(ck_float_from_bfloat(ck_load_u16(w)), x[k], acc); break;
    case CK_Q4_0: acc = dot_q4_0(acc, (const void *)w, s, a); break;
    case CK_Q4_1: acc = dot_q4_1(acc, (const void *)w, s, a); break;
    case CK_Q5_0: acc = dot_q5_0(acc, (const void *)w, s, a); break;
    case CK_Q5_1: acc = dot_q5_1(acc, (const void *)w, s, a); break;
    case CK_Q8_0: acc = dot_q8_0(acc, (const void *)w, s, a); break;
    case CK_Q4_K: acc = dot_q4_k(acc, (const void *)w, s, a); break;
    case CK_Q5_K: acc = dot_q5_k(acc, (const void *)w, s, a); break;
    case CK_Q6_K: acc = dot_q6_k(acc, (const void *)w, s, a); break;
    case CK_Q2_K: acc = dot_q2_k(acc, (const void *)w, s, a); break;
    case CK_Q3_K: acc = dot_q3_k(acc, (const void *)w, s, a); break;
    case CK_TQ1_0: acc = dot_tq1_0(acc, (const void *)w, s, a); break;
    case CK_TQ2_0: acc = dot_tq2_0(acc, (const void *)w, s, a); break;
    case CK_IQ4_NL: acc = dot_iq4_nl(acc, (const void *)w, s, a); break;
    case CK_IQ4_XS: acc = dot_iq4_xs(acc, (const void *)w, s, a); break;
    case CK_MXFP4: acc = dot_mxfp4(acc, (const void *)w, s, a); break;
    }
  }
  return acc;
}

#ifdef __x86_64__
/// The same loops with fma as one instruction; without it fmaf is a call into the C library, which rounds the same.
__attribute__((target("fma"))) static float dot_with_fma(ck_format format, const uint8_t *w, int columns,
                                                         const float *x) {
  return dot(format, w, columns, x);
}
#endif

float ck_dot_scalar(ck_format format, const void *raw_row, int columns, const float *x) {
#ifdef __x86_64__
  if (ck_path_available(CK_PATH_AVX2)) return dot_with_fma(format, raw_row, columns, x);
#endif
  return dot(format, raw_row, columns, x);
}
