// The definition of attention and of the stored form of keys and values: one query row at a time, in plain loops.
//
// The online softmax (Milakov and Gimelshein, "Online normalizer calculation for softmax", arXiv 1805.02867) takes a
// block of 64 absolute positions as its unit. In every block that the row sees:
//   s[j] = scale (q . k[j]), one fma chain over the head width, then the softcap; m' = max(m, s); c = e^(m - m');
//   p[j] = e^(s[j] - m'), 0 for a masked key; l = l c + sum p, the sum in 16 lanes and the tree 8 4 2 1;
//   o[d] = o[d] c, then fma(p[j], v[j][d], o[d]) for each visible key in order.
// The result is o / l, or zeros for a row that sees no key. A masked key is skipped and not multiplied by zero: what
// was never written may be anything.
#include "../Formats/Float.h"
#include "../Functions/Half.h"
#include "AttentionTable.h"
#include <math.h>

#pragma STDC FP_CONTRACT OFF

#define REAL float
#define INTEGER int32_t
#define FUNCTION(name) scalar_##name
#include "../Functions/ElementaryFunctions.h"

static float stored(ck_kv_format format, const void *numbers, size_t index) {
  return format == CK_KV_F16 ? ck_float_from_half(((const uint16_t *)numbers)[index]) : ((const float *)numbers)[index];
}

static void store_number(ck_kv_format format, void *numbers, size_t index, float x) {
  if (format == CK_KV_F16) {
    ((uint16_t *)numbers)[index] = ck_half_from_float(x);
  } else {
    ((float *)numbers)[index] = x;
  }
}

static void store(ck_kv_format format, int head_width, void *keys, void *values, int slot, const float *key,
                  const float *value) {
  for (int d = 0; d < head_width; d++) {
    store_number(format, keys, (size_t)d * CK_KV_BLOCK + (size_t)slot, key[d]);
    store_number(format, values, (size_t)slot * (size_t)head_width + (size_t)d, value[d]);
  }
}

static float score(const ck_kv_head *head, const void *keys, int slot, const float *q) {
  float sum = 0;
  for (int d = 0; d < head->head_width; d++) {
    sum = fmaf(stored(head->format, keys, (size_t)d * CK_KV_BLOCK + (size_t)slot), q[d], sum);
  }
  float s = sum * head->scale;
  return head->softcap > 0 ? scalar_softcap(s, head->softcap) : s;
}

static float sum_in_16_lanes(const float *p) {
  float lane[16];
  for (int i = 0; i < 16; i++) lane[i] = ((p[i] + p[i + 16]) + p[i + 32]) + p[i + 48];
  for (int width = 8; width > 0; width /= 2) {
    for (int i = 0; i < width; i++) lane[i] = lane[i] + lane[i + width];
  }
  return lane[0];
}

static void attend(const ck_kv_head *head, const float *q, int32_t begin, int32_t end, float *out) {
  const int K = head->head_width;
  float m = -INFINITY, l = 0;
  for (int d = 0; d < K; d++) out[d] = 0;
  if (begin >= end) return;
  for (int block = begin / CK_KV_BLOCK; block * CK_KV_BLOCK < end; block++) {
    const int first = block * CK_KV_BLOCK;
    const int from = begin > first ? begin - first : 0, to = end - first < CK_KV_BLOCK ? end - first : CK_KV_BLOCK;
    const void *keys = ck_block_keys(head, block), *values = ck_block_values(head, block);
    float s[CK_KV_BLOCK], p[CK_KV_BLOCK] = {0}, largest = m;
    for (int j = from; j < to; j++) {
      s[j] = score(head, keys, j, q);
      largest = s[j] > largest ? s[j] : largest;
    }
    const float c = scalar_exp(m - largest);
    m = largest;
    for (int j = from; j < to; j++) p[j] = scalar_exp(s[j] - m);
    l = fmaf(l, c, sum_in_16_lanes(p));
    for (int d = 0; d < K; d++) {
      float o = out[d] * c;
      for (int j = from; j < to; j++) o = fmaf(p[j], stored(head->format, values, (size_t)(j * K + d)), o);
      out[d] = o;
    }
  }
  for (int d = 0; d < K; d++) out[d] = out[d] / l;
}

static void attention(const ck_kv_head *head, int rows, const float *const *q, const int32_t *begin,
                      const int32_t *end, float *const *out) {
  for (int r = 0; r < rows; r++) attend(head, q[r], begin[r], end[r], out[r]);
}

const ck_attention_table ck_attention_scalar = {.store = store, .attention = attention};
