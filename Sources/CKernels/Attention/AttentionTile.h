// The registers of attention: scores and sums of values for a tile of up to 6 query rows. Included by
// AttentionVector.h, which says how tiles make up a block.

enum { GROUP_ROWS = 48, TILE_ROWS = 6, SLICE = 64, MOST_VECTORS = SLICE / LANES, COPIED_WIDTH = 256 };

/// The state of a group of rows; what is indexed by row stands in parallel arrays.
typedef struct {
  const ck_kv_head *head;
  int rows;
  const float *const *q;
  const int32_t *begin, *end;
  float *const *out;
  float m[GROUP_ROWS], l[GROUP_ROWS];
  // Within the current block: the keys [from, to) that a row sees, its scores and then weights, the factor of its sums.
  int from[GROUP_ROWS], to[GROUP_ROWS];
  float p[GROUP_ROWS][CK_KV_BLOCK];
  float c[GROUP_ROWS];
} row_group;

INLINE lanes load_numbers(const ck_kv_format format, const void *numbers, int index) {
  return format == CK_KV_F16 ? load_half((const uint16_t *)numbers + index) : load((const float *)numbers + index);
}

// ---- One tile: R rows from `row` on

/// p[r][j] += q . k over the numbers [d_from, d_to) of the head, for all 64 keys, visible or not.
INLINE void add_scores(const int R, const ck_kv_format format, row_group *group, int row, const void *keys, int d_from,
                       int d_to) {
  const int C = TILE_VECTORS(R);
  for (int j = 0; j < CK_KV_BLOCK; j += C * LANES) {
    lanes sum[TILE_ROWS][MOST_VECTORS];
#pragma unroll
    for (int r = 0; r < R; r++) {
#pragma unroll
      for (int i = 0; i < C; i++) sum[r][i] = d_from ? load(&group->p[row + r][j + i * LANES]) : (lanes)0.0f;
    }
    for (int d = d_from; d < d_to; d++) {
      lanes key[MOST_VECTORS];
#pragma unroll
      for (int i = 0; i < C; i++) key[i] = load_numbers(format, keys, d * CK_KV_BLOCK + j + i * LANES);
#pragma unroll
      for (int r = 0; r < R; r++) {
        lanes query = group->q[row + r][d];
#pragma unroll
        for (int i = 0; i < C; i++) sum[r][i] = lanes_fma(key[i], query, sum[r][i]);
      }
    }
#pragma unroll
    for (int r = 0; r < R; r++) {
#pragma unroll
      for (int i = 0; i < C; i++) store(&group->p[row + r][j + i * LANES], sum[r][i]);
    }
  }
}

/// sum[i] += p v for one row and the keys [from, to), in order.
INLINE void add_row_values(const int C, const ck_kv_format format, const void *values, int stride, int column,
                           const float *p, int from, int to, lanes *sum) {
  for (int j = from; j < to; j++) {
#pragma unroll
    for (int i = 0; i < C; i++) {
      sum[i] = lanes_fma((lanes)p[j], load_numbers(format, values, j * stride + column + i * LANES), sum[i]);
    }
  }
}

/// 16 C columns of out[r] = c[r] out[r] + sum of p[r][j] v[j] over the keys that the row sees, in order. They stand in
/// `values` from `column` on, `stride` numbers from key to key, and in `out` from `out_column` on.
INLINE void add_values(const int R, const int C, const ck_kv_format format, row_group *group, int row,
                       const void *values, int stride, int column, int out_column) {
  // Keys that every row sees share their loads. If there are none, each row goes alone, up to and after `shared_from`.
  int shared_from = 0, shared_to = CK_KV_BLOCK;
  for (int r = row; r < row + R; r++) {
    shared_from = group->from[r] > shared_from ? group->from[r] : shared_from;
    shared_to = group->to[r] < shared_to ? group->to[r] : shared_to;
  }
  if (shared_to < shared_from) shared_to = shared_from;

  lanes sum[TILE_ROWS][MOST_VECTORS];
#pragma unroll
  for (int r = 0; r < R; r++) {
    const int g = row + r, before = group->to[g] < shared_from ? group->to[g] : shared_from;
#pragma unroll
    for (int i = 0; i < C; i++) sum[r][i] = load(group->out[g] + out_column + i * LANES) * (lanes)group->c[g];
    add_row_values(C, format, values, stride, column, group->p[g], group->from[g], before, sum[r]);
  }
  for (int j = shared_from; j < shared_to; j++) {
    lanes value[MOST_VECTORS];
#pragma unroll
    for (int i = 0; i < C; i++) value[i] = load_numbers(format, values, j * stride + column + i * LANES);
#pragma unroll
    for (int r = 0; r < R; r++) {
      lanes weight = group->p[row + r][j];
#pragma unroll
      for (int i = 0; i < C; i++) sum[r][i] = lanes_fma(weight, value[i], sum[r][i]);
    }
  }
#pragma unroll
  for (int r = 0; r < R; r++) {
    const int g = row + r;
    add_row_values(C, format, values, stride, column, group->p[g], shared_to, group->to[g], sum[r]);
#pragma unroll
    for (int i = 0; i < C; i++) store(group->out[g] + out_column + i * LANES, sum[r][i]);
  }
}

INLINE bool tile_sees_block(const int R, const row_group *group, int row) {
  for (int r = row; r < row + R; r++) {
    if (group->from[r] < group->to[r]) return true;
  }
  return false;
}

INLINE void score_tile(const int R, const ck_kv_format format, row_group *group, int row, const void *keys, int d_from,
                       int d_to) {
  if (tile_sees_block(R, group, row)) add_scores(R, format, group, row, keys, d_from, d_to);
}

/// One slice of columns, `width` wide.
INLINE void value_tile(const int R, const ck_kv_format format, row_group *group, int row, const void *values,
                       int stride, int column, int width, int out_column) {
  if (!tile_sees_block(R, group, row)) return;
  const int C = TILE_VECTORS(R);
  int i = 0;
  for (; i + C * LANES <= width; i += C * LANES) {
    add_values(R, C, format, group, row, values, stride, column + i, out_column + i);
  }
  for (; i < width; i += LANES) add_values(R, 1, format, group, row, values, stride, column + i, out_column + i);
}
