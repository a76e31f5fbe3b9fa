// Eight-bit format with blocks of 32 weights, quant q = -128...127.
//
//   Q8_0   w = d q           8.5 bits a weight
//
//     byte   0    2                                 34
//            | d  | quants 32 signed bytes           |
//
// Strip block, 16 rows r. Quants are stored as q + 128, unsigned, which is what u8 x s8 dot products take:
//
//            | d[r] 32 B | 8 x 64 B: quad k of row r |
#pragma once
#include "Float.h"

typedef struct __attribute__((packed)) { uint16_t d; int8_t quants[32]; } ck_block_q8_0;
_Static_assert(sizeof(ck_block_q8_0) == 34, "as stored in a file");

enum { CK_STRIP_Q8_0_QUANTS = 32 };
