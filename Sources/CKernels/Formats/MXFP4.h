// Four-bit floats with blocks of 32 weights under a power of two (Open Compute Project, Microscaling Formats v1.0, 2023:
// E2M1 elements, an E8M0 scale).
//
//   MXFP4   w = 2^(e - 128) v[q]     4.25 bits a weight
//
//     byte   0    1                    17
//            | e  | quants 16 bytes     |        nibbles as in Q4_0
//
// v holds twice the values of E2M1, which makes them whole. e = 255 is not a number, and from 253 on 12 2^(e - 128) would
// be infinite: such blocks are refused.
//
// Strip block, 16 rows r:   | e[r] 16 B | 4 x 64 B |
#pragma once
#include "Q4.h"

typedef struct __attribute__((packed)) { uint8_t exponent, quants[16]; } ck_block_mxfp4;
_Static_assert(sizeof(ck_block_mxfp4) == 17, "as stored in a file");

enum { CK_STRIP_MXFP4_QUANTS = 16, CK_LARGEST_MXFP4_EXPONENT = 252 };

static const int8_t ck_levels_mxfp4[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

/// 2^(e - 128), exactly; subnormal for e = 0 and 1.
CK_INLINE float ck_scale_mxfp4(uint8_t e) { return ck_float_from_bits(e < 2 ? 0x00200000u << e : (uint32_t)(e - 1) << 23); }
