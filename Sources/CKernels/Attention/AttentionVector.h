// Attention in 16 lanes, bit-equal with AttentionScalar.c. Included once per instruction set after its Lanes header, with
// TABLE (the name of the table to define), TILE_ROWS and TILE_VECTORS defined.
//
// Query rows are taken in tiles of up to TILE_ROWS, which share the loads of keys and values; within a tile, TILE_VECTORS
// vectors of 16 keys, then of 16 columns, are accumulated at a time, so that the sums stay in registers at any head
// width. A lane holds a key while scores are made and an output column afterwards: no sum crosses lanes but the
// denominator's.

/// How one block looks to the rows of a tile: row r sees its keys [from[r], to[r]).
typedef struct {
  int from[TILE_ROWS], to[TILE_ROWS];
  int shared_from, shared_to; // seen by every row; if there are none, both are the last `from`
  bool any;
} tile_view;

INLINE tile_view view_block(const int R, int first, const int32_t *begin, const int32_t *end) {
  tile_view view = {.shared_from = 0, .shared_to = CK_KV_BLOCK, .any = false};
  for (int r = 0; r < R; r++) {
    int from = begin[r] > first ? begin[r] - first : 0;
    int to = end[r] - first < CK_KV_BLOCK ? end[r] - first : CK_KV_BLOCK;
    if (from >= to) from = to = 0;
    view.any |= from < to;
    view.from[r] = from;
    view.to[r] = to;
    view.shared_from = from > view.shared_from ? from : view.shared_from;
    view.shared_to = to < view.shared_to ? to : view.shared_to;
  }
  if (view.shared_to < view.shared_from) view.shared_to = view.shared_from;
  return view;
}

INLINE lanes load_numbers(const ck_kv_format format, const void *numbers, int index) {
  return format == CK_KV_F16 ? load_half((const uint16_t *)numbers + index) : load((const float *)numbers + index);
}

/// s[r][j] = the score of row r and key j of the block, for all 64 keys, visible or not.
INLINE void score_block(const int R, const ck_kv_format format, const ck_kv_head *head, const void *keys,
                        const float *const *q, float s[][CK_KV_BLOCK]) {
  for (int group = 0; group < CK_KV_BLOCK; group += TILE_VECTORS * LANES) {
    lanes sum[TILE_ROWS][TILE_VECTORS];
#pragma unroll
    for (int r = 0; r < R; r++) {
#pragma unroll
      for (int i = 0; i < TILE_VECTORS; i++) sum[r][i] = 0.0f;
    }
    for (int d = 0; d < head->head_width; d++) {
      lanes key[TILE_VECTORS];
#pragma unroll
      for (int i = 0; i < TILE_VECTORS; i++) key[i] = load_numbers(format, keys, d * CK_KV_BLOCK + group + i * LANES);
#pragma unroll
      for (int r = 0; r < R; r++) {
        lanes query = q[r][d];
#pragma unroll
        for (int i = 0; i < TILE_VECTORS; i++) sum[r][i] = lanes_fma(key[i], query, sum[r][i]);
      }
    }
#pragma unroll
    for (int r = 0; r < R; r++) {
#pragma unroll
      for (int i = 0; i < TILE_VECTORS; i++) {
        lanes score = sum[r][i] * (lanes)head->scale;
        if (head->softcap > 0) score = lanes_softcap(score, (lanes)head->softcap);
        store(&s[r][group + i * LANES], score);
      }
    }
  }
}

/// Replaces one row's scores by e^(s - m), 0 where masked; updates m and l and returns the factor of what was summed so far.
INLINE float normalize_row(float *s, int from, int to, float *m, float *l) {
  const lane_bits lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const bool masked = from > 0 || to < CK_KV_BLOCK;
  lanes score[4], largest = *m;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    score[i] = load(s + i * LANES);
    if (masked) {
      lane_bits j = lane + i * LANES;
      score[i] = (j >= (lane_bits)from & j < (lane_bits)to) ? score[i] : (lanes)-INFINITY;
    }
    largest = lanes_max(score[i], largest);
  }
  const float new_m = max_lane(largest);
  const float c = lanes_exp((lanes)(*m - new_m))[0];
  lanes sum = 0.0f;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    lanes p = lanes_exp(score[i] - (lanes)new_m); // e^-infinity = 0 for a masked key
    store(s + i * LANES, p);
    sum = i == 0 ? p : sum + p;
  }
  *l = __builtin_elementwise_fma(*l, c, sum_tree(sum));
  *m = new_m;
  return c;
}

/// Columns [d, d + 16 C) of out[r] = c[r] out[r] + sum of p[r][j] v[j] over the keys that the row sees, in order.
INLINE void add_values(const int R, const int C, const ck_kv_format format, int K, const void *values, int d,
                       const tile_view *view, float p[][CK_KV_BLOCK], const float *c, float *const *out) {
  lanes sum[TILE_ROWS][TILE_VECTORS];
#pragma unroll
  for (int r = 0; r < R; r++) {
#pragma unroll
    for (int i = 0; i < C; i++) sum[r][i] = load(out[r] + d + i * LANES) * (lanes)c[r];
    for (int j = view->from[r]; j < view->to[r] && j < view->shared_from; j++) {
#pragma unroll
      for (int i = 0; i < C; i++) {
        sum[r][i] = lanes_fma((lanes)p[r][j], load_numbers(format, values, j * K + d + i * LANES), sum[r][i]);
      }
    }
  }
  for (int j = view->shared_from; j < view->shared_to; j++) {
    lanes value[TILE_VECTORS];
#pragma unroll
    for (int i = 0; i < C; i++) value[i] = load_numbers(format, values, j * K + d + i * LANES);
#pragma unroll
    for (int r = 0; r < R; r++) {
      lanes weight = p[r][j];
#pragma unroll
      for (int i = 0; i < C; i++) sum[r][i] = lanes_fma(weight, value[i], sum[r][i]);
    }
  }
#pragma unroll
  for (int r = 0; r < R; r++) {
    for (int j = view->shared_to; j < view->to[r]; j++) {
#pragma unroll
      for (int i = 0; i < C; i++) {
        sum[r][i] = lanes_fma((lanes)p[r][j], load_numbers(format, values, j * K + d + i * LANES), sum[r][i]);
      }
    }
#pragma unroll
    for (int i = 0; i < C; i++) store(out[r] + d + i * LANES, sum[r][i]);
  }
}

INLINE void attend_tile(const int R, const ck_kv_format format, const ck_kv_head *head, const float *const *q,
                        const int32_t *begin, const int32_t *end, float *const *out) {
  const int K = head->head_width;
  float m[TILE_ROWS], l[TILE_ROWS];
  int32_t first = INT32_MAX, last = 0; // positions that any row sees
  for (int r = 0; r < R; r++) {
    m[r] = -INFINITY;
    l[r] = 0;
    for (int d = 0; d < K; d += LANES) store(out[r] + d, 0.0f);
    if (begin[r] >= end[r]) continue;
    first = begin[r] < first ? begin[r] : first;
    last = end[r] > last ? end[r] : last;
  }
  for (int block = first / CK_KV_BLOCK; block * CK_KV_BLOCK < last; block++) {
    const tile_view view = view_block(R, block * CK_KV_BLOCK, begin, end);
    if (!view.any) continue;
    float p[TILE_ROWS][CK_KV_BLOCK], c[TILE_ROWS];
    score_block(R, format, head, ck_block_keys(head, block), q, p);
    for (int r = 0; r < R; r++) {
      c[r] = view.from[r] < view.to[r] ? normalize_row(p[r], view.from[r], view.to[r], &m[r], &l[r]) : 1.0f;
    }
    const void *values = ck_block_values(head, block);
    int d = 0;
    for (; d + TILE_VECTORS * LANES <= K; d += TILE_VECTORS * LANES) {
      add_values(R, TILE_VECTORS, format, K, values, d, &view, p, c, out);
    }
    for (; d < K; d += LANES) add_values(R, 1, format, K, values, d, &view, p, c, out);
  }
  for (int r = 0; r < R; r++) {
    if (begin[r] >= end[r]) continue;
    for (int d = 0; d < K; d += LANES) store(out[r] + d, load(out[r] + d) / (lanes)l[r]);
  }
}

INLINE void attend_rows(const ck_kv_format format, const ck_kv_head *head, int rows, const float *const *q,
                        const int32_t *begin, const int32_t *end, float *const *out) {
  for (int r = 0; r < rows; r += TILE_ROWS) {
    switch (rows - r) {
    case 1: attend_tile(1, format, head, q + r, begin + r, end + r, out + r); break;
#if TILE_ROWS > 2
    case 2: attend_tile(2, format, head, q + r, begin + r, end + r, out + r); break;
#endif
#if TILE_ROWS > 3
    case 3: attend_tile(3, format, head, q + r, begin + r, end + r, out + r); break;
#endif
    default: attend_tile(TILE_ROWS, format, head, q + r, begin + r, end + r, out + r);
    }
  }
}

static void attention(const ck_kv_head *head, int rows, const float *const *q, const int32_t *begin,
                      const int32_t *end, float *const *out) {
  if (head->format == CK_KV_F16) {
    attend_rows(CK_KV_F16, head, rows, q, begin, end, out);
  } else {
    attend_rows(CK_KV_F32, head, rows, q, begin, end, out);
  }
}

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

const ck_attention_table TABLE = {.store = store_position, .attention = attention};
