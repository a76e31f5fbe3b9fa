// From a strip's packed bytes to quads of unsigned bytes, one quad of 16 rows a vector. The layouts are drawn in
// Formats/. `format` and the sub-block are constants wherever these are used, so that every shift is one too.
#pragma once
#include "../Formats/IQ4.h"
#include "../Formats/MXFP4.h"
#include "../Formats/Q3_K.h"
#include "../Formats/Q45_K.h"
#include "../Formats/Q5.h"
#include "../Formats/Q6_K.h"
#include "../Formats/Q8.h"
#include "../Formats/Shape.h"
#include "../Formats/TQ.h"
#include "Lanes.h"

/// Bits of an unpacked quant, with its sub-scale where that is multiplied in.
CK_INLINE int quant_bits(const ck_format format) {
  switch (format) {
  case CK_TQ1_0:
  case CK_TQ2_0: return 2;
  case CK_Q4_0:
  case CK_Q4_1:
  case CK_Q4_K: return 4;
  case CK_Q5_0:
  case CK_Q5_1:
  case CK_MXFP4:
  case CK_Q5_K: return 5;
  case CK_Q2_K: // 15 * 3 = 45
  case CK_Q6_K: return 6;
  default: return 8;
  }
}

/// Bytes of a packed block of 16 rows.
CK_INLINE size_t packed_block_bytes(const ck_format format) { return (size_t)ck_shapes[format].packed_bytes * CK_STRIP; }

/// Starts loading the weights that come 4 KiB later: while one column is multiplied, the block at hand alone keeps too
/// few cache lines on their way from memory. Reading past the matrix is harmless, a prefetch never faults.
CK_INLINE void fetch_ahead(const uint8_t *block, const size_t bytes) {
  const uintptr_t ahead = (uintptr_t)block + 4096;
  LANES_UNROLL
  for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch((const void *)(ahead + at));
}

/// Four vectors of nibbles: quads 0...3 are the low ones, quads 4...7 the high ones.
CK_INLINE void unpack_nibbles(const uint8_t *quants, u8x64 w[8]) {
  LANES_UNROLL
  for (int k = 0; k < 4; k++) {
    const u8x64 both = load_bytes(quants + 64 * k);
    w[k] = both & 15;
    w[k + 4] = both >> 4;
  }
}

/// Bit `from` of every byte, moved to bit `to`.
CK_INLINE u8x64 move_bit(u8x64 bytes, const int from, const int to) {
  return (from <= to ? bytes << (to - from) : bytes >> (from - to)) & (uint8_t)(1 << to);
}

/// Levels as unsigned bytes: IQ4 plus 128, MXFP4 plus 16.
static const uint8_t ck_shifted_iq4[16] = {1, 24, 45, 63, 79, 93, 106, 118, 129, 141, 153, 166, 181, 197, 217, 241};
static const uint8_t ck_shifted_mxfp4[16] = {16, 17, 18, 19, 20, 22, 24, 28, 16, 15, 14, 13, 12, 10, 8, 4};

/// Eight vectors of levels, from nibbles as in `unpack_nibbles`.
CK_INLINE void unpack_levels(const uint8_t *quants, const uint8_t levels[16], u8x64 w[8]) {
  unpack_nibbles(quants, w);
  LANES_UNROLL
  for (int k = 0; k < 8; k++) w[k] = lanes_lookup(levels, w[k]);
}

/// The 8 quads of a block of 32 weights.
CK_INLINE void unpack_32(const ck_format format, const uint8_t *block, u8x64 w[8]) {
  switch (format) {
  case CK_Q4_0: unpack_nibbles(block + CK_STRIP_Q4_0_QUANTS, w); break;
  case CK_Q4_1: unpack_nibbles(block + CK_STRIP_Q4_1_QUANTS, w); break;
  case CK_Q5_0:
  case CK_Q5_1: {
    unpack_nibbles(block + (format == CK_Q5_0 ? CK_STRIP_Q5_0_QUANTS : CK_STRIP_Q5_1_QUANTS), w);
    const u8x64 high = load_bytes(block + (format == CK_Q5_0 ? CK_STRIP_Q5_0_HIGH : CK_STRIP_Q5_1_HIGH));
    LANES_UNROLL
    for (int k = 0; k < 8; k++) w[k] |= move_bit(high, k, 4);
    break;
  }
  case CK_IQ4_NL: unpack_levels(block + CK_STRIP_IQ4_NL_QUANTS, ck_shifted_iq4, w); break;
  case CK_MXFP4: unpack_levels(block + CK_STRIP_MXFP4_QUANTS, ck_shifted_mxfp4, w); break;
  default:
    LANES_UNROLL
    for (int k = 0; k < 8; k++) w[k] = load_bytes(block + CK_STRIP_Q8_0_QUANTS + 64 * k);
  }
}

/// The 8 quads of sub-block 2 pair + odd of a Q4_K or Q5_K block. Shifts by a whole pair are done on words, where they
/// need no mask: the bit that is wanted never leaves its byte.
CK_INLINE void unpack_q45_k(const ck_format format, const uint8_t *block, int pair, const int odd, u8x64 w[8]) {
  const uint8_t *quants = block + (format == CK_Q4_K ? CK_STRIP_Q4_K_QUANTS : CK_STRIP_Q5_K_QUANTS) + 512 * pair;
  LANES_UNROLL
  for (int k = 0; k < 8; k++) {
    const u8x64 both = load_bytes(quants + 64 * k);
    w[k] = odd ? both >> 4 : both & 15;
    if (format == CK_Q5_K) {
      const u32x16 high = (u32x16)load_bytes(block + CK_STRIP_Q5_K_HIGH + 64 * k) >> (uint32_t)(2 * pair);
      w[k] |= move_bit((u8x64)high, odd, 4);
    }
  }
}

/// The 4 quads of the 16 weights at 32 t + 16 part of half h of a Q6_K block.
CK_INLINE void unpack_q6_k(const uint8_t *block, int h, const int t, int part, u8x64 w[4]) {
  const uint8_t *low = block + CK_STRIP_Q6_K_LOW + 64 * (16 * h + 8 * (t & 1) + 4 * part);
  const uint8_t *high = block + CK_STRIP_Q6_K_HIGH + 64 * (8 * h + 4 * part);
  LANES_UNROLL
  for (int k = 0; k < 4; k++) {
    const u8x64 nibbles = load_bytes(low + 64 * k), planes = load_bytes(high + 64 * k);
    const u8x64 top = t == 0 ? planes << 4 : t == 1 ? planes << 2 : t == 2 ? planes : planes >> 2;
    w[k] = (t < 2 ? nibbles & 15 : nibbles >> 4) | (top & 0x30);
  }
}

/// Scales and minima of a Q4_K or Q5_K block: byte i of a lane's word belongs to sub-block i, or 4 + i.
typedef struct {
  i32x16 scales[2], minima[2];
} sub_scales;

CK_INLINE sub_scales unpack_sub_scales(const uint8_t *block) {
  const u8x64 s0 = load_bytes(block + CK_STRIP_Q45_K_SCALES), s1 = load_bytes(block + CK_STRIP_Q45_K_SCALES + 64);
  const u8x64 s2 = load_bytes(block + CK_STRIP_Q45_K_SCALES + 128);
  return (sub_scales){{(i32x16)(s0 & 63), (i32x16)((s2 & 15) | (s0 >> 2 & 0x30))},
                      {(i32x16)(s1 & 63), (i32x16)((s2 >> 4) | (s1 >> 2 & 0x30))}};
}

/// The 16 scales and minima of a Q2_K or Q3_K block: byte j % 4 of word j / 4 of a lane belongs to sub-block j.
typedef struct {
  i32x16 scales[4], minima[4];
} sub_scales_of_16;

CK_INLINE sub_scales_of_16 unpack_sub_scales_of_16(const ck_format format, const uint8_t *block) {
  sub_scales_of_16 sub;
  LANES_UNROLL
  for (int n = 0; n < 4; n++) {
    if (format == CK_Q2_K) {
      const u8x64 both = load_bytes(block + CK_STRIP_Q2_K_SCALES + 64 * n);
      sub.scales[n] = (i32x16)(both & 15);
      sub.minima[n] = (i32x16)(both >> 4);
    } else if (format == CK_Q3_K) {
      const u8x64 both = load_bytes(block + CK_STRIP_Q3_K_SCALES + 64 * (n % 2));
      const u8x64 high = load_bytes(block + CK_STRIP_Q3_K_SCALES + 128) >> (uint8_t)(2 * n) & 3;
      sub.scales[n] = (i32x16)((n < 2 ? both & 15 : both >> 4) | high << 4);
    }
  }
  return sub;
}

/// Quads of the 32 weights of plane j, two bits each.
CK_INLINE void unpack_two_bits(const uint8_t *quants, int j, u8x64 w[8]) {
  LANES_UNROLL
  for (int k = 0; k < 8; k++)
    w[k] = (u8x64)((u32x16)load_bytes(quants + 64 * (8 * (j / 4) + k)) >> (uint32_t)(2 * (j % 4))) & 3;
}

CK_INLINE void unpack_three_bits(const uint8_t *quants, u8x64 w[8]) {
  u8x64 v[3];
  LANES_UNROLL
  for (int n = 0; n < 3; n++) {
    v[n] = load_bytes(quants + 64 * n);
    w[2 * n] = v[n] & 7;
    w[2 * n + 1] = v[n] >> 3 & 7;
  }
  w[6] = v[0] >> 6 | (v[2] >> 4 & 4);
  w[7] = v[1] >> 6 | (v[2] >> 5 & 4);
}

/// The 8 quads of the 32 weights j of a Q2_K, Q3_K or ternary block, each with its sub-scale multiplied in. The bytes of a
/// word are multiplied at once: no product passes 255, so that none reaches its neighbour.
///
///     Q2_K    sc q                         0...45
///     Q3_K    128 - (sc - 32) (q - 4)      0...252: 4 sc + (32 - sc) q
///     TQ      q                            0...3
CK_INLINE void unpack_folded(const ck_format format, const uint8_t *block, const sub_scales_of_16 *sub, int j,
                             u8x64 w[8]) {
  switch (format) {
  case CK_Q2_K: unpack_two_bits(block + CK_STRIP_Q2_K_QUANTS, j, w); break;
  case CK_Q3_K: unpack_three_bits(block + CK_STRIP_Q3_K_QUANTS + 192 * j, w); break;
  default: unpack_two_bits(block + CK_STRIP_TQ_QUANTS, j, w); return;
  }
  LANES_UNROLL
  for (int k = 0; k < 8; k++) {
    const int of_16 = 2 * j + k / 4;
    const i32x16 scale = sub->scales[of_16 / 4] >> (8 * (of_16 % 4)) & 255;
    const i32x16 quants = (i32x16)w[k];
    w[k] = (u8x64)(format == CK_Q2_K ? scale * quants : scale * 0x04040404 + (32 - scale) * quants);
  }
}
