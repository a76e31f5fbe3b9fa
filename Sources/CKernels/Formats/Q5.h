// Five-bit formats with blocks of 32 weights, quant q = 0...31.
//
//   Q5_0   w = d (q - 16)    5.5 bits a weight
//
//     byte   0    2         6                    22
//            | d  | high 4  | quants 16 bytes     |    bit i of `high`: bit 4 of weight i; nibbles as in Q4_0
//
//   Q5_1   w = d q + m       6 bits a weight
//
//     byte   0    2    4         8                    24
//            | d  | m  | high 4  | quants 16 bytes     |
//
// Strip block, 16 rows r:
//
//     Q5_0   | d[r] 32 B |           | high 64 B | 4 x 64 B: word k of row r |
//     Q5_1   | d[r] 32 B | m[r] 32 B | high 64 B | 4 x 64 B                  |
//
// `high` is transposed within its word: bit k of byte i belongs to weight 4 k + i, so that one shift of a byte vector
// brings up the high bits of quad k.
#pragma once
#include "Q4.h"

typedef struct __attribute__((packed)) { uint16_t d; uint8_t high[4], quants[16]; } ck_block_q5_0;
typedef struct __attribute__((packed)) { uint16_t d, m; uint8_t high[4], quants[16]; } ck_block_q5_1;
_Static_assert(sizeof(ck_block_q5_0) == 22 && sizeof(ck_block_q5_1) == 24, "as stored in a file");

enum { CK_STRIP_Q5_0_HIGH = 32, CK_STRIP_Q5_0_QUANTS = 96 };
enum { CK_STRIP_Q5_1_M = 32, CK_STRIP_Q5_1_HIGH = 64, CK_STRIP_Q5_1_QUANTS = 128 };

CK_INLINE int ck_quant_q5(const uint8_t high[4], const uint8_t quants[16], int i) {
  return ck_quant_q4(quants, i) | (int)(ck_load_u32(high) >> i & 1) << 4;
}
