// Four- and five-bit formats with blocks of 256 weights in 8 sub-blocks j of 32, each with a scale and a minimum.
//
//   w = d sc_j q - dmin m_j          sc, m = 0...63
//
//   Q4_K   q = 0...15    4.5 bits a weight
//
//     byte   0    2       4              16                            144
//            | d  | dmin  | scales 12    | quants 4 x 32 bytes          |
//
//   Q5_K   q = 0...31    5.5 bits a weight
//
//     byte   0    2       4              16           48                            176
//            | d  | dmin  | scales 12    | high 32    | quants 4 x 32 bytes          |
//
// quants: byte l of group g holds weight l of sub-block 2 g (low nibble) and of sub-block 2 g + 1 (high nibble).
// high: bit j of byte l is bit 4 of weight l of sub-block j.
// scales, as bytes s[12]:   j < 4    sc = s[j] & 63                            m = s[j + 4] & 63
//                           j >= 4   sc = s[j + 4] & 15 | (s[j - 4] >> 6) << 4   m = s[j + 4] >> 4 | (s[j] >> 6) << 4
//
// Strip block, 16 rows r, every field cut in words and interleaved by row:
//
//     Q4_K   | d[r] 32 B | dmin[r] 32 B | scales 3 x 64 B |               | quants 32 x 64 B |
//     Q5_K   | d[r] 32 B | dmin[r] 32 B | scales 3 x 64 B | high 8 x 64 B | quants 32 x 64 B |
#pragma once
#include "Float.h"

typedef struct __attribute__((packed)) { uint16_t d, dmin; uint8_t scales[12], quants[128]; } ck_block_q4_k;
typedef struct __attribute__((packed)) { uint16_t d, dmin; uint8_t scales[12], high[32], quants[128]; } ck_block_q5_k;
_Static_assert(sizeof(ck_block_q4_k) == 144 && sizeof(ck_block_q5_k) == 176, "as stored in a file");

enum { CK_STRIP_Q45_K_DMIN = 32, CK_STRIP_Q45_K_SCALES = 64, CK_STRIP_Q4_K_QUANTS = 256 };
enum { CK_STRIP_Q5_K_HIGH = 256, CK_STRIP_Q5_K_QUANTS = 768 };

CK_INLINE int ck_scale_q45_k(const uint8_t s[12], int j) {
  return j < 4 ? s[j] & 63 : (s[j + 4] & 15) | (s[j - 4] >> 6) << 4;
}

CK_INLINE int ck_minimum_q45_k(const uint8_t s[12], int j) {
  return j < 4 ? s[j + 4] & 63 : s[j + 4] >> 4 | (s[j] >> 6) << 4;
}

CK_INLINE int ck_quant_q4_k(const uint8_t quants[128], int i) {
  const int j = i / 32, byte = quants[j / 2 * 32 + i % 32];
  return j & 1 ? byte >> 4 : byte & 15;
}

CK_INLINE int ck_quant_q5_k(const uint8_t high[32], const uint8_t quants[128], int i) {
  return ck_quant_q4_k(quants, i) | (high[i % 32] >> i / 32 & 1) << 4;
}
