// Three-bit format with blocks of 256 weights in 16 sub-blocks j of 16, each with a signed scale; quant q = 0...7.
//
//   Q3_K   w = d (sc_j - 32) (q - 4)          sc = 0...63          3.4375 bits a weight
//
//     byte   0            32                  96           108  110
//            | high 32    | quants 64 bytes   | scales 12  | d  |
//
// quants: the low two bits, placed as in Q2_K. high: bit i / 32 of byte i mod 32 is bit 2 of weight i.
// scales, as bytes s[12]: low four bits of sc_j in s[j mod 8], low nibble for j < 8, high two in bits 2 (j / 4) of
// s[8 + j mod 4].
//
// Strip block, 16 rows r. The quants of 32 weights are gathered in three words (quad k of the 32 weights is q_k):
//
//            | d[r] 32 B | scales 3 x 64 B | 8 x 3 x 64 B |      word 0: q_0, q_1 << 3, low bits of q_6 << 6
//                                                                word 1: q_2, q_3 << 3, low bits of q_7 << 6
//                                                                word 2: q_4, q_5 << 3, high bits of q_6, q_7 << 6, 7
#pragma once
#include "Q2_K.h"

typedef struct __attribute__((packed)) { uint8_t high[32], quants[64], scales[12]; uint16_t d; } ck_block_q3_k;
_Static_assert(sizeof(ck_block_q3_k) == 110, "as stored in a file");

enum { CK_STRIP_Q3_K_SCALES = 32, CK_STRIP_Q3_K_QUANTS = 224 };

CK_INLINE int ck_quant_q3_k(const ck_block_q3_k *block, int i) {
  return ck_quant_q2(block->quants, i) | (block->high[i % 32] >> i / 32 & 1) << 2;
}

CK_INLINE int ck_scale_q3_k(const uint8_t s[12], int j) {
  return (j < 8 ? s[j] & 15 : s[j - 8] >> 4) | (s[8 + j % 4] >> j / 4 * 2 & 3) << 4;
}
