// From raw blocks to strips: 16 rows are interleaved word by word, so that every lane of a vector holds another row.
// Nothing is computed but a few bit moves; the bytes per weight stay those of the file (but TQ1_0). Runs when a model is loaded.
#include "IQ4.h"
#include "MXFP4.h"
#include "Q3_K.h"
#include "Q45_K.h"
#include "Q5.h"
#include "Q6_K.h"
#include "Q8.h"
#include "Shape.h"
#include "TQ.h"

/// Puts a 16-bit field into row `row` of a [16 rows] field.
CK_INLINE void put_u16(uint8_t *field, int row, uint16_t value) { memcpy(field + 2 * row, &value, 2); }

/// Puts `count` words into row `row` of a [count][16 rows] field, flipping the bits of `flip`.
CK_INLINE void put_words(uint8_t *field, int row, const void *words, int count, uint32_t flip) {
  const uint8_t *from = words;
  for (int k = 0; k < count; k++) {
    const uint32_t word = ck_load_u32(from + 4 * k) ^ flip;
    memcpy(field + 64 * k + 4 * row, &word, 4);
  }
}

/// The 32 high bits of a five-bit block: bit 4 k + i moves to bit 8 i + k.
CK_INLINE uint32_t transpose_high_bits(uint32_t high) {
  uint32_t transposed = 0;
  for (int i = 0; i < 4; i++) {
    uint32_t bits = high >> i & 0x11111111; // bit 4 k
    bits = (bits | bits >> 3) & 0x03030303; // pairs side by side
    bits = (bits | bits >> 6) & 0x000f000f;
    bits = (bits | bits >> 12) & 0x000000ff;
    transposed |= bits << 8 * i;
  }
  return transposed;
}

CK_INLINE void pack_q4_0(const ck_block_q4_0 *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_words(to + CK_STRIP_Q4_0_QUANTS, row, from->quants, 4, 0);
}

CK_INLINE void pack_q4_1(const ck_block_q4_1 *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_u16(to + CK_STRIP_Q4_1_M, row, from->m);
  put_words(to + CK_STRIP_Q4_1_QUANTS, row, from->quants, 4, 0);
}

CK_INLINE void pack_q5_0(const ck_block_q5_0 *from, uint8_t *to, int row) {
  const uint32_t high = transpose_high_bits(ck_load_u32(from->high));
  put_u16(to, row, from->d);
  put_words(to + CK_STRIP_Q5_0_HIGH, row, &high, 1, 0);
  put_words(to + CK_STRIP_Q5_0_QUANTS, row, from->quants, 4, 0);
}

CK_INLINE void pack_q5_1(const ck_block_q5_1 *from, uint8_t *to, int row) {
  const uint32_t high = transpose_high_bits(ck_load_u32(from->high));
  put_u16(to, row, from->d);
  put_u16(to + CK_STRIP_Q5_1_M, row, from->m);
  put_words(to + CK_STRIP_Q5_1_HIGH, row, &high, 1, 0);
  put_words(to + CK_STRIP_Q5_1_QUANTS, row, from->quants, 4, 0);
}

CK_INLINE void pack_q8_0(const ck_block_q8_0 *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_words(to + CK_STRIP_Q8_0_QUANTS, row, from->quants, 8, 0x80808080);
}

CK_INLINE void pack_q4_k(const ck_block_q4_k *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_u16(to + CK_STRIP_Q45_K_DMIN, row, from->dmin);
  put_words(to + CK_STRIP_Q45_K_SCALES, row, from->scales, 3, 0);
  put_words(to + CK_STRIP_Q4_K_QUANTS, row, from->quants, 32, 0);
}

CK_INLINE void pack_q5_k(const ck_block_q5_k *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_u16(to + CK_STRIP_Q45_K_DMIN, row, from->dmin);
  put_words(to + CK_STRIP_Q45_K_SCALES, row, from->scales, 3, 0);
  put_words(to + CK_STRIP_Q5_K_HIGH, row, from->high, 8, 0);
  put_words(to + CK_STRIP_Q5_K_QUANTS, row, from->quants, 32, 0);
}

CK_INLINE void pack_q6_k(const ck_block_q6_k *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  for (int j = 0; j < 16; j++) to[CK_STRIP_Q6_K_SCALES + 16 * j + row] = (uint8_t)from->scales[j];
  put_words(to + CK_STRIP_Q6_K_LOW, row, from->low, 32, 0);
  put_words(to + CK_STRIP_Q6_K_HIGH, row, from->high, 16, 0);
}

CK_INLINE void pack_q2_k(const ck_block_q2_k *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_u16(to + CK_STRIP_Q2_K_DMIN, row, from->dmin);
  put_words(to + CK_STRIP_Q2_K_SCALES, row, from->scales, 4, 0);
  put_words(to + CK_STRIP_Q2_K_QUANTS, row, from->quants, 16, 0);
}

/// Quad k of the 32 weights of plane j: one quant a byte.
CK_INLINE uint32_t quad_q3_k(const ck_block_q3_k *from, int j, int k) {
  const uint32_t low = ck_load_u32(from->quants + j / 4 * 32 + 4 * k) >> j % 4 * 2 & 0x03030303;
  return low | (ck_load_u32(from->high + 4 * k) >> j & 0x01010101) << 2;
}

CK_INLINE void pack_q3_k(const ck_block_q3_k *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_words(to + CK_STRIP_Q3_K_SCALES, row, from->scales, 3, 0);
  for (int j = 0; j < 8; j++) {
    uint32_t q[8];
    for (int k = 0; k < 8; k++) q[k] = quad_q3_k(from, j, k);
    const uint32_t low = 0x03030303, high = 0x04040404;
    const uint32_t words[3] = {q[0] | q[1] << 3 | (q[6] & low) << 6, q[2] | q[3] << 3 | (q[7] & low) << 6,
                               q[4] | q[5] << 3 | (q[6] & high) << 4 | (q[7] & high) << 5};
    put_words(to + CK_STRIP_Q3_K_QUANTS + 192 * j, row, words, 3, 0);
  }
}

CK_INLINE void pack_tq1_0(const ck_block_tq1_0 *from, uint8_t *to, int row) {
  uint8_t quants[64] = {0};
  for (int i = 0; i < 256; i++) quants[i / 128 * 32 + i % 32] |= (uint8_t)(ck_quant_tq1_0(from, i) << i / 32 % 4 * 2);
  put_u16(to, row, from->d);
  put_words(to + CK_STRIP_TQ_QUANTS, row, quants, 16, 0);
}

CK_INLINE void pack_tq2_0(const ck_block_tq2_0 *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_words(to + CK_STRIP_TQ_QUANTS, row, from->quants, 16, 0);
}

CK_INLINE void pack_iq4_nl(const ck_block_iq4_nl *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_words(to + CK_STRIP_IQ4_NL_QUANTS, row, from->quants, 4, 0);
}

CK_INLINE void pack_iq4_xs(const ck_block_iq4_xs *from, uint8_t *to, int row) {
  put_u16(to, row, from->d);
  put_u16(to + CK_STRIP_IQ4_XS_HIGH, row, from->high);
  put_words(to + CK_STRIP_IQ4_XS_LOW, row, from->low, 1, 0);
  put_words(to + CK_STRIP_IQ4_XS_QUANTS, row, from->quants, 32, 0);
}

CK_INLINE void pack_mxfp4(const ck_block_mxfp4 *from, uint8_t *to, int row) {
  to[row] = from->exponent;
  put_words(to + CK_STRIP_MXFP4_QUANTS, row, from->quants, 4, 0);
}

/// One block of one row; `format` is a constant at each place of use, so that the switch disappears.
CK_INLINE void pack_block(ck_format format, const uint8_t *from, uint8_t *to, int row) {
  switch (format) {
  case CK_F32: put_words(to, row, from, 1, 0); break;
  case CK_F16:
  case CK_BF16: put_u16(to, row, ck_load_u16(from)); break;
  case CK_Q4_0: pack_q4_0((const void *)from, to, row); break;
  case CK_Q4_1: pack_q4_1((const void *)from, to, row); break;
  case CK_Q5_0: pack_q5_0((const void *)from, to, row); break;
  case CK_Q5_1: pack_q5_1((const void *)from, to, row); break;
  case CK_Q8_0: pack_q8_0((const void *)from, to, row); break;
  case CK_Q4_K: pack_q4_k((const void *)from, to, row); break;
  case CK_Q5_K: pack_q5_k((const void *)from, to, row); break;
  case CK_Q6_K: pack_q6_k((const void *)from, to, row); break;
  case CK_Q2_K: pack_q2_k((const void *)from, to, row); break;
  case CK_Q3_K: pack_q3_k((const void *)from, to, row); break;
  case CK_TQ1_0: pack_tq1_0((const void *)from, to, row); break;
  case CK_TQ2_0: pack_tq2_0((const void *)from, to, row); break;
  case CK_IQ4_NL: pack_iq4_nl((const void *)from, to, row); break;
  case CK_IQ4_XS: pack_iq4_xs((const void *)from, to, row); break;
  case CK_MXFP4: pack_mxfp4((const void *)from, to, row); break;
  }
}

CK_INLINE void pack_strip(ck_format format, int rows, int blocks, const uint8_t *raw, uint8_t *packed) {
  const size_t bytes = (size_t)ck_shapes[format].bytes;
  const size_t packed_bytes = (size_t)ck_shapes[format].packed_bytes * CK_STRIP;
  if (rows < CK_STRIP) memset(packed, 0, packed_bytes * (size_t)blocks);
  for (int b = 0; b < blocks; b++, packed += packed_bytes)
    for (int row = 0; row < rows; row++)
      pack_block(format, raw + ((size_t)row * (size_t)blocks + (size_t)b) * bytes, packed, row);
}

void ck_pack(ck_format format, int rows, int columns, const void *raw, uint8_t *packed, int strip_begin,
             int strip_end) {
  const int blocks = columns / ck_format_block(format);
  const size_t row_bytes = (size_t)blocks * ck_format_block_bytes(format), strip_bytes = ck_strip_bytes(format, columns);
  for (int strip = strip_begin; strip < strip_end; strip++) {
    const int rows_left = rows - strip * CK_STRIP, height = rows_left < CK_STRIP ? rows_left : CK_STRIP;
    const uint8_t *from = (const uint8_t *)raw + (size_t)strip * CK_STRIP * row_bytes;
    uint8_t *to = packed + (size_t)strip * strip_bytes;
    switch (format) {
    case CK_F32: pack_strip(CK_F32, height, blocks, from, to); break;
    case CK_F16: pack_strip(CK_F16, height, blocks, from, to); break;
    case CK_BF16: pack_strip(CK_BF16, height, blocks, from, to); break;
    case CK_Q4_0: pack_strip(CK_Q4_0, height, blocks, from, to); break;
    case CK_Q4_1: pack_strip(CK_Q4_1, height, blocks, from, to); break;
    case CK_Q5_0: pack_strip(CK_Q5_0, height, blocks, from, to); break;
    case CK_Q5_1: pack_strip(CK_Q5_1, height, blocks, from, to); break;
    case CK_Q8_0: pack_strip(CK_Q8_0, height, blocks, from, to); break;
    case CK_Q4_K: pack_strip(CK_Q4_K, height, blocks, from, to); break;
    case CK_Q5_K: pack_strip(CK_Q5_K, height, blocks, from, to); break;
    case CK_Q6_K: pack_strip(CK_Q6_K, height, blocks, from, to); break;
    case CK_Q2_K: pack_strip(CK_Q2_K, height, blocks, from, to); break;
    case CK_Q3_K: pack_strip(CK_Q3_K, height, blocks, from, to); break;
    case CK_TQ1_0: pack_strip(CK_TQ1_0, height, blocks, from, to); break;
    case CK_TQ2_0: pack_strip(CK_TQ2_0, height, blocks, from, to); break;
    case CK_IQ4_NL: pack_strip(CK_IQ4_NL, height, blocks, from, to); break;
    case CK_IQ4_XS: pack_strip(CK_IQ4_XS, height, blocks, from, to); break;
    case CK_MXFP4: pack_strip(CK_MXFP4, height, blocks, from, to); break;
    }
  }
}
