// Six-bit format with blocks of 256 weights in 16 sub-blocks j of 16, each with a signed scale; quant q = 0...63.
//
//   Q6_K   w = d sc_j (q - 32)       sc = -128...127       6.5625 bits a weight
//
//     byte   0                    128              192             208    210
//            | low 128 bytes      | high 64 bytes  | scales 16     | d    |
//
// Weight i stands in half h = i / 128, quarter t = i / 32 mod 4, place l = i mod 32:
//     low 4 bits    low[64 h + 32 (t mod 2) + l], low nibble for t = 0, 1, high nibble for t = 2, 3
//     high 2 bits   high[32 h + l], bits 2 t and 2 t + 1
//
// Strip block, 16 rows r, quants cut in words and interleaved by row:
//
//            | d[r] 32 B | scales [j][r] 256 B | low 32 x 64 B | high 16 x 64 B |
#pragma once
#include "Float.h"

typedef struct __attribute__((packed)) { uint8_t low[128], high[64]; int8_t scales[16]; uint16_t d; } ck_block_q6_k;
_Static_assert(sizeof(ck_block_q6_k) == 210, "as stored in a file");

enum { CK_STRIP_Q6_K_SCALES = 32, CK_STRIP_Q6_K_LOW = 288, CK_STRIP_Q6_K_HIGH = 2336 };

CK_INLINE int ck_quant_q6_k(const ck_block_q6_k *block, int i) {
  const int h = i / 128, t = i / 32 % 4, l = i % 32, byte = block->low[64 * h + 32 * (t & 1) + l];
  return (t < 2 ? byte & 15 : byte >> 4) | (block->high[32 * h + l] >> 2 * t & 3) << 4;
}
