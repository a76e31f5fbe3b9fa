// From a strip's packed bytes to quads of unsigned bytes, one quad of 16 rows a vector. The layouts are drawn in
// Formats/. `format` and the sub-block are constants wherever these are used, so that every shift is one too.
#pragma once
#include "../Formats/Q45_K.h"
#include "../Formats/Q5.h"
#include "../Formats/Q6_K.h"
#include "../Formats/Q8.h"
#include "../Formats/Shape.h"
#include "Lanes.h"

/// Bits of an unpacked quant.
CK_INLINE int quant_bits(const ck_format format) {
  switch (format) {
  case CK_Q4_0:
  case CK_Q4_1:
  case CK_Q4_K: return 4;
  case CK_Q5_0:
  case CK_Q5_1:
  case CK_Q5_K: return 5;
  case CK_Q6_K: return 6;
  default: return 8;
  }
}

/// Bytes of a packed block of 16 rows.
CK_INLINE size_t packed_block_bytes(const ck_format format) { return (size_t)ck_shapes[format].bytes * CK_STRIP; }

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
