// The public functions on keys and values: each looks up the table of its path. A path that this architecture does not
// have gives the scalar definition, which has the same bits.
#include "AttentionTable.h"

static const ck_attention_table *kernels(ck_path path) {
  switch (path) {
#if defined(__x86_64__)
  case CK_PATH_AVX2: return &ck_attention_avx2;
  case CK_PATH_AVX512: return &ck_attention_avx512;
#elif defined(__aarch64__)
  case CK_PATH_NEON: return &ck_attention_neon;
#endif
  default: return &ck_attention_scalar;
  }
}

void ck_kv_store(ck_path path, ck_kv_format format, int head_width, void *block, size_t key_offset, size_t value_offset,
                 int slot, const float *key, const float *value) {
  uint8_t *bytes = block;
  kernels(path)->store(format, head_width, bytes + key_offset, bytes + value_offset, slot, key, value);
}

void ck_attention(ck_path path, const ck_kv_head *head, int rows, const float *const *q, const int32_t *begin,
                  const int32_t *end, float *const *out) {
  kernels(path)->attention(head, rows, q, begin, end, out);
}
