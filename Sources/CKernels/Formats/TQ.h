// Ternary formats with blocks of 256 weights, quant q = 0, 1, 2 (TQ2_0 has room for 3, which counts as 3).
//
//   TQ1_0   w = d (q - 1)     1.6875 bits a weight: five quants a byte
//
//     byte   0                   48         52   54
//            | quants 48 bytes   | last 4   | d  |
//
//   TQ2_0   w = d (q - 1)     2.0625 bits a weight: two bits a quant, placed as in Q2_K
//
//     byte   0                   64   66
//            | quants 64 bytes   | d  |
//
// A byte b of TQ1_0 holds quants n = 0...4 as the leading base-3 digits of the fraction b / 256: digit n is
// floor(3 ((3^n b) mod 256) / 256). Weights 0...159 are digits i / 32 of bytes i mod 32, weights 160...239 digits
// (i - 160) / 16 of bytes 32 + i mod 16, weights 240...255 digits (i - 240) / 4 of the last 4 bytes.
//
// Strip block of both, 16 rows r. TQ1_0 is spread to two bits a quant when it is packed: taking digits apart again for
// every token would cost more than the bytes that it saves.
//
//            | d[r] 32 B | quants 16 x 64 B |
#pragma once
#include "Q2_K.h"

typedef struct __attribute__((packed)) { uint8_t quants[48], last[4]; uint16_t d; } ck_block_tq1_0;
typedef struct __attribute__((packed)) { uint8_t quants[64]; uint16_t d; } ck_block_tq2_0;
_Static_assert(sizeof(ck_block_tq1_0) == 54 && sizeof(ck_block_tq2_0) == 66, "as stored in a file");

enum { CK_STRIP_TQ_QUANTS = 32 };

CK_INLINE int ck_quant_tq1_0(const ck_block_tq1_0 *block, int i) {
  static const uint8_t powers[5] = {1, 3, 9, 27, 81};
  const int digit = i < 160 ? i / 32 : i < 240 ? (i - 160) / 16 : (i - 240) / 4;
  const uint8_t byte = i < 160 ? block->quants[i % 32] : i < 240 ? block->quants[32 + i % 16] : block->last[i % 4];
  return (uint8_t)(byte * powers[digit]) * 3 >> 8;
}
