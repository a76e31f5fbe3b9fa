// Refusing weights that are no numbers: the bits of a NaN differ between architectures, so the contract excludes them.
// Quants and sub-scales are integers; only the binary16 scales of a block, or the float weights, need a look.
#include "Q45_K.h"
#include "Q5.h"
#include "Q6_K.h"
#include "Q8.h"
#include "ckernels.h"
#include <stddef.h>

/// Bytes from the start of a block to its last scale.
static size_t last_scale(ck_format format) {
  switch (format) {
  case CK_Q4_1:
  case CK_Q5_1: return offsetof(ck_block_q4_1, m);
  case CK_Q4_K:
  case CK_Q5_K: return offsetof(ck_block_q4_k, dmin);
  case CK_Q6_K: return offsetof(ck_block_q6_k, d);
  default: return 0;
  }
}

static bool half_is_finite(const uint8_t *at) { return (ck_load_u16(at) & 0x7c00) != 0x7c00; }

bool ck_raw_is_finite(ck_format format, const void *raw, size_t blocks) {
  const uint8_t *block = raw;
  const size_t bytes = ck_format_block_bytes(format), first = format == CK_Q6_K ? offsetof(ck_block_q6_k, d) : 0,
               last = last_scale(format);
  bool finite = true;
  for (size_t i = 0; i < blocks; i++, block += bytes) {
    if (format == CK_F32)
      finite &= (ck_load_u32(block) & 0x7f800000) != 0x7f800000;
    else if (format == CK_BF16)
      finite &= (ck_load_u16(block) & 0x7f80) != 0x7f80;
    else
      finite &= half_is_finite(block + first) && half_is_finite(block + last);
  }
  return finite;
}
