// The kernels on keys and values of one instruction set as a table, and where a number stands in a block. Private to
// the target.
#pragma once
#include "ckernels.h"

typedef struct {
  void (*store)(ck_kv_format format, int head_width, void *keys, void *values, int slot, const float *key,
                const float *value);
  void (*attention)(const ck_kv_head *head, int rows, const float *const *q, const int32_t *begin, const int32_t *end,
                    float *const *out);
} ck_attention_table;

extern const ck_attention_table ck_attention_scalar;
#if defined(__x86_64__)
extern const ck_attention_table ck_attention_avx2, ck_attention_avx512;
#elif defined(__aarch64__)
extern const ck_attention_table ck_attention_neon;
#endif

/// A head's keys, [K][64], or values, [64][K], of block `index`.
static inline const void *ck_block_keys(const ck_kv_head *head, int index) {
  return (const uint8_t *)head->blocks[index] + head->key_offset;
}
static inline const void *ck_block_values(const ck_kv_head *head, int index) {
  return (const uint8_t *)head->blocks[index] + head->value_offset;
}
