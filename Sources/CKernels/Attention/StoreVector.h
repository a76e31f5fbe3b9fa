// Storing a position's key and value in 16 lanes, bit-equal with AttentionScalar.c. Included by AttentionVector.h.

INLINE void store_numbers(const ck_kv_format format, int head_width, void *keys, void *values, int slot,
                          const float *key, const float *value) {
  for (int d = 0; d < head_width; d += LANES) {
    if (format == CK_KV_F16) {
      uint16_t half[LANES], *transposed = (uint16_t *)keys + d * CK_KV_BLOCK + slot;
      store_half(half, load(key + d));
      for (int i = 0; i < LANES; i++) transposed[i * CK_KV_BLOCK] = half[i];
      store_half((uint16_t *)values + slot * head_width + d, load(value + d));
    } else {
      float *transposed = (float *)keys + d * CK_KV_BLOCK + slot;
      for (int i = 0; i < LANES; i++) transposed[i * CK_KV_BLOCK] = key[d + i];
      store((float *)values + slot * head_width + d, load(value + d));
    }
  }
}

static void store_position(ck_kv_format format, int head_width, void *keys, void *values, int slot, const float *key,
                           const float *value) {
  if (format == CK_KV_F16) {
    store_numbers(CK_KV_F16, head_width, keys, values, slot, key, value);
  } else {
    store_numbers(CK_KV_F32, head_width, keys, values, slot, key, value);
  }
}
