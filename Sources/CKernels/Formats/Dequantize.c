// Raw blocks to float32. Each weight is computed as the formula at the head of its format's file says, from left to
// right, each operation rounded once: this is what an embedding lookup reads.
#include "IQ4.h"
#include "MXFP4.h"
#include "Q3_K.h"
#include "Q45_K.h"
#include "Q5.h"
#include "Q6_K.h"
#include "Q8.h"
#include "TQ.h"
#include "ckernels.h"
#pragma STDC FP_CONTRACT OFF

static void dequantize_q4_0(const ck_block_q4_0 *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 32; i++) out[i] = d * (float)(ck_quant_q4(block->quants, i) - 8);
}

static void dequantize_q4_1(const ck_block_q4_1 *block, float *out) {
  const float d = ck_float_from_half(block->d), m = ck_float_from_half(block->m);
  for (int i = 0; i < 32; i++) out[i] = d * (float)ck_quant_q4(block->quants, i) + m;
}

static void dequantize_q5_0(const ck_block_q5_0 *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 32; i++) out[i] = d * (float)(ck_quant_q5(block->high, block->quants, i) - 16);
}

static void dequantize_q5_1(const ck_block_q5_1 *block, float *out) {
  const float d = ck_float_from_half(block->d), m = ck_float_from_half(block->m);
  for (int i = 0; i < 32; i++) out[i] = d * (float)ck_quant_q5(block->high, block->quants, i) + m;
}

static void dequantize_q8_0(const ck_block_q8_0 *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 32; i++) out[i] = d * (float)block->quants[i];
}

static void dequantize_q4_k(const ck_block_q4_k *block, float *out) {
  const float d = ck_float_from_half(block->d), dmin = ck_float_from_half(block->dmin);
  for (int i = 0; i < 256; i++) {
    const float scale = d * (float)ck_scale_q45_k(block->scales, i / 32);
    const float minimum = dmin * (float)ck_minimum_q45_k(block->scales, i / 32);
    out[i] = scale * (float)ck_quant_q4_k(block->quants, i) - minimum;
  }
}

static void dequantize_q5_k(const ck_block_q5_k *block, float *out) {
  const float d = ck_float_from_half(block->d), dmin = ck_float_from_half(block->dmin);
  for (int i = 0; i < 256; i++) {
    const float scale = d * (float)ck_scale_q45_k(block->scales, i / 32);
    const float minimum = dmin * (float)ck_minimum_q45_k(block->scales, i / 32);
    out[i] = scale * (float)ck_quant_q5_k(block->high, block->quants, i) - minimum;
  }
}

static void dequantize_q6_k(const ck_block_q6_k *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 256; i++)
    out[i] = d * (float)block->scales[i / 16] * (float)(ck_quant_q6_k(block, i) - 32);
}

static void dequantize_q2_k(const ck_block_q2_k *block, float *out) {
  const float d = ck_float_from_half(block->d), dmin = ck_float_from_half(block->dmin);
  for (int i = 0; i < 256; i++) {
    const float scale = d * (float)(block->scales[i / 16] & 15), minimum = dmin * (float)(block->scales[i / 16] >> 4);
    out[i] = scale * (float)ck_quant_q2(block->quants, i) - minimum;
  }
}

static void dequantize_q3_k(const ck_block_q3_k *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 256; i++)
    out[i] = d * (float)(ck_scale_q3_k(block->scales, i / 16) - 32) * (float)(ck_quant_q3_k(block, i) - 4);
}

static void dequantize_tq1_0(const ck_block_tq1_0 *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 256; i++) out[i] = d * (float)(ck_quant_tq1_0(block, i) - 1);
}

static void dequantize_tq2_0(const ck_block_tq2_0 *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 256; i++) out[i] = d * (float)(ck_quant_q2(block->quants, i) - 1);
}

static void dequantize_iq4_nl(const ck_block_iq4_nl *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 32; i++) out[i] = d * (float)ck_levels_iq4[ck_quant_q4(block->quants, i)];
}

static void dequantize_iq4_xs(const ck_block_iq4_xs *block, float *out) {
  const float d = ck_float_from_half(block->d);
  for (int i = 0; i < 256; i++)
    out[i] = d * (float)(ck_scale_iq4_xs(block, i / 32) - 32) * (float)ck_level_iq4_xs(block, i);
}

static void dequantize_mxfp4(const ck_block_mxfp4 *block, float *out) {
  const float d = ck_scale_mxfp4(block->exponent);
  for (int i = 0; i < 32; i++) out[i] = d * (float)ck_levels_mxfp4[ck_quant_q4(block->quants, i)];
}

void ck_dequantize(ck_format format, const void *raw, size_t count, float *out) {
  const uint8_t *block = raw;
  const size_t weights = (size_t)ck_format_block(format), bytes = ck_format_block_bytes(format);
  if (format == CK_F32) {
    memcpy(out, raw, count * sizeof *out);
    return;
  }
  for (size_t i = 0; i + weights <= count; i += weights, block += bytes, out += weights) {
    switch (format) {
    case CK_F32: break;
    case CK_F16: *out = ck_float_from_half(ck_load_u16(block)); break;
    case CK_BF16: *out = ck_float_from_bfloat(ck_load_u16(block)); break;
    case CK_Q4_0: dequantize_q4_0((const void *)block, out); break;
    case CK_Q4_1: dequantize_q4_1((const void *)block, out); break;
    case CK_Q5_0: dequantize_q5_0((const void *)block, out); break;
    case CK_Q5_1: dequantize_q5_1((const void *)block, out); break;
    case CK_Q8_0: dequantize_q8_0((const void *)block, out); break;
    case CK_Q4_K: dequantize_q4_k((const void *)block, out); break;
    case CK_Q5_K: dequantize_q5_k((const void *)block, out); break;
    case CK_Q6_K: dequantize_q6_k((const void *)block, out); break;
    case CK_Q2_K: dequantize_q2_k((const void *)block, out); break;
    case CK_Q3_K: dequantize_q3_k((const void *)block, out); break;
    case CK_TQ1_0: dequantize_tq1_0((const void *)block, out); break;
    case CK_TQ2_0: dequantize_tq2_0((const void *)block, out); break;
    case CK_IQ4_NL: dequantize_iq4_nl((const void *)block, out); break;
    case CK_IQ4_XS: dequantize_iq4_xs((const void *)block, out); break;
    case CK_MXFP4: dequantize_mxfp4((const void *)block, out); break;
    }
  }
}
