// Two-bit format with blocks of 256 weights in 16 sub-blocks j of 16, each with a scale and a minimum; quant q = 0...3.
//
//   Q2_K   w = d sc_j q - dmin m_j          sc, m = 0...15          2.625 bits a weight
//
//     byte   0             16                  80   82     84
//            | scales 16   | quants 64 bytes   | d  | dmin |      scale j: low nibble sc, high nibble m
//
// Weight i stands in half h = i / 128, plane t = i / 32 mod 4, place l = i mod 32: bits 2 t, 2 t + 1 of quants[32 h + l].
//
// Strip block, 16 rows r, scales and quants cut in words and interleaved by row:
//
//            | d[r] 32 B | dmin[r] 32 B | scales 4 x 64 B | quants 16 x 64 B |
#pragma once
#include "Float.h"

typedef struct __attribute__((packed)) { uint8_t scales[16], quants[64]; uint16_t d, dmin; } ck_block_q2_k;
_Static_assert(sizeof(ck_block_q2_k) == 84, "as stored in a file");

enum { CK_STRIP_Q2_K_DMIN = 32, CK_STRIP_Q2_K_SCALES = 64, CK_STRIP_Q2_K_QUANTS = 320 };

CK_INLINE int ck_quant_q2(const uint8_t quants[64], int i) { return quants[i / 128 * 32 + i % 32] >> i / 32 % 4 * 2 & 3; }
