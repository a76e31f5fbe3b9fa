// Refusing weights that are no numbers: the bits of a NaN differ between architectures, so the contract excludes them.
// Quants and sub-scales are integers; only the scales of a block, or the float weights, need a look.
#include "IQ4.h"
#include "MXFP4.h"
#include "Q3_K.h"
#include "Q45_K.h"
#include "Q5.h"
#include "Q6_K.h"
#include "Q8.h"
#include "TQ.h"
#include "ckernels.h"
#include <stddef.h>

/// Where the first and the last binary16 scale of a block stand, in bytes from its start.
typedef struct { size_t first, last; } scale_places;

static scale_places places_of(ck_format format) {
  switch (format) {
  case CK_Q4_1:
  case CK_Q5_1: return (scale_places){0, offsetof(ck_block_q4_1, m)};
  case CK_Q4_K:
  case CK_Q5_K: return (scale_places){0, offsetof(ck_block_q4_k, dmin)};
  case CK_Q2_K: return (scale_places){offsetof(ck_block_q2_k, d), offsetof(ck_block_q2_k, dmin)};
  case CK_Q3_K: return (scale_places){offsetof(ck_block_q3_k, d), offsetof(ck_block_q3_k, d)};
  case CK_Q6_K: return (scale_places){offsetof(ck_block_q6_k, d), offsetof(ck_block_q6_k, d)};
  case CK_TQ1_0: return (scale_places){offsetof(ck_block_tq1_0, d), offsetof(ck_block_tq1_0, d)};
  case CK_TQ2_0: return (scale_places){offsetof(ck_block_tq2_0, d), offsetof(ck_block_tq2_0, d)};
  default: return (scale_places){0, 0};
  }
}

static bool half_is_finite(const uint8_t *at) { return (ck_load_u16(at) & 0x7c00) != 0x7c00; }

bool ck_raw_is_finite(ck_format format, const void *raw, size_t blocks) {
  const uint8_t *block = raw;
  const size_t bytes = ck_format_block_bytes(format);
  const scale_places scales = places_of(format);
  bool finite = true;
  for (size_t i = 0; i < blocks; i++, block += bytes) {
    if (format == CK_F32)
      finite &= (ck_load_u32(block) & 0x7f800000) != 0x7f800000;
    else if (format == CK_BF16)
      finite &= (ck_load_u16(block) & 0x7f80) != 0x7f80;
    else if (format == CK_MXFP4)
      finite &= *block <= CK_LARGEST_MXFP4_EXPONENT;
    else
      finite &= half_is_finite(block + scales.first) && half_is_finite(block + scales.last);
  }
  return finite;
}
