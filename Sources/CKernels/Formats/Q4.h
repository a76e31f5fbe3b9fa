// Four-bit formats with blocks of 32 weights, quant q = 0...15.
//
//   Q4_0   w = d (q - 8)     4.5 bits a weight
//
//     byte   0    2                    18
//            | d  | quants 16 bytes     |      low nibble of byte i: weight i, high nibble: weight i + 16
//
//   Q4_1   w = d q + m       5 bits a weight
//
//     byte   0    2    4                    20
//            | d  | m  | quants 16 bytes     |
//
// d, m: binary16. A *quad* is 4 weights in a row, one 32-bit word. Strip block, 16 rows r beside each other:
//
//     Q4_0   | d[r] 32 B |           | 4 x 64 B: word k of row r |     low nibbles: quad k, high nibbles: quad k + 4
//     Q4_1   | d[r] 32 B | m[r] 32 B | 4 x 64 B                  |
#pragma once
#include "Float.h"

typedef struct __attribute__((packed)) { uint16_t d; uint8_t quants[16]; } ck_block_q4_0;
typedef struct __attribute__((packed)) { uint16_t d, m; uint8_t quants[16]; } ck_block_q4_1;
_Static_assert(sizeof(ck_block_q4_0) == 18 && sizeof(ck_block_q4_1) == 20, "as stored in a file");

enum { CK_STRIP_Q4_0_QUANTS = 32, CK_STRIP_Q4_1_M = 32, CK_STRIP_Q4_1_QUANTS = 64 };

CK_INLINE int ck_quant_q4(const uint8_t quants[16], int i) { return i < 16 ? quants[i] & 15 : quants[i - 16] >> 4; }
