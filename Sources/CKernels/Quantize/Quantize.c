// Floats to raw blocks, the way back from ck_dequantize.
#include "Quantize.h"
#include "ckernels.h"

typedef void (*quantize_block)(const float *x, void *block);

static quantize_block quantizer_of(ck_format format) {
  switch (format) {
  case CK_Q8_0: return ck_quantize_q8_0;
  case CK_Q4_0: return ck_quantize_q4_0;
  case CK_Q4_1: return ck_quantize_q4_1;
  case CK_Q5_0: return ck_quantize_q5_0;
  case CK_Q5_1: return ck_quantize_q5_1;
  case CK_Q2_K: return ck_quantize_q2_k;
  case CK_Q3_K: return ck_quantize_q3_k;
  case CK_Q4_K: return ck_quantize_q4_k;
  case CK_Q5_K: return ck_quantize_q5_k;
  case CK_Q6_K: return ck_quantize_q6_k;
  case CK_IQ4_NL: return ck_quantize_iq4_nl;
  case CK_IQ4_XS: return ck_quantize_iq4_xs;
  default: return 0;
  }
}

bool ck_format_is_written(ck_format format) { return quantizer_of(format) != 0; }

bool ck_quantize(ck_format format, const float *x, size_t count, void *raw) {
  const quantize_block quantize = quantizer_of(format);
  const size_t weights = (size_t)ck_format_block(format), bytes = ck_format_block_bytes(format);
  if (!quantize) return false;
  uint8_t *block = raw;
  for (size_t i = 0; i + weights <= count; i += weights, block += bytes) quantize(x + i, block);
  return ck_raw_is_finite(format, raw, count / weights);
}
