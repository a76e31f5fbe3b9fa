// Four-bit formats whose quants index a table of 16 uneven levels v, closer near zero.
//
//   IQ4_NL   w = d v[q]                   blocks of 32     4.5 bits a weight
//
//     byte   0    2                    18
//            | d  | quants 16 bytes     |        nibbles as in Q4_0
//
//   IQ4_XS   w = d (sc_j - 32) v[q]       blocks of 256 in 8 sub-blocks j of 32, sc = 0...63     4.25 bits a weight
//
//     byte   0    2        4         8                           136
//            | d  | high 2 | low 4   | quants 8 x 16 bytes        |
//
// low: nibble j of the word is the low four bits of sc_j; high: bits 2 j, 2 j + 1 are its high two. Nibbles of each 16
// bytes as in Q4_0.
//
// Strip block, 16 rows r, quants cut in words and interleaved by row:
//
//     IQ4_NL   | d[r] 32 B | 4 x 64 B |
//     IQ4_XS   | d[r] 32 B | high[r] 32 B | low[r] 64 B | 32 x 64 B |
#pragma once
#include "Q4.h"

typedef struct __attribute__((packed)) { uint16_t d; uint8_t quants[16]; } ck_block_iq4_nl;
typedef struct __attribute__((packed)) { uint16_t d, high; uint8_t low[4], quants[128]; } ck_block_iq4_xs;
_Static_assert(sizeof(ck_block_iq4_nl) == 18 && sizeof(ck_block_iq4_xs) == 136, "as stored in a file");

enum { CK_STRIP_IQ4_NL_QUANTS = 32 };
enum { CK_STRIP_IQ4_XS_HIGH = 32, CK_STRIP_IQ4_XS_LOW = 64, CK_STRIP_IQ4_XS_QUANTS = 128 };

static const int8_t ck_levels_iq4[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

CK_INLINE int ck_scale_iq4_xs(const ck_block_iq4_xs *block, int j) {
  return (block->low[j / 2] >> j % 2 * 4 & 15) | (block->high >> 2 * j & 3) << 4;
}

CK_INLINE int ck_level_iq4_xs(const ck_block_iq4_xs *block, int i) {
  return ck_levels_iq4[ck_quant_q4(block->quants + i / 32 * 16, i % 32)];
}
