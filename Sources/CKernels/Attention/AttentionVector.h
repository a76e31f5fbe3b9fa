// Attention in 16 lanes, bit-equal with AttentionScalar.c. Included once per instruction set after its Lanes header,
// with TABLE (the name of the table to define) and TILE_VECTORS(R) (how many vectors a tile of R rows keeps in
// registers).
//
// Rows go through the blocks in groups. In each block: scores of all rows, then their weights, then their values.
// Scores take 64 numbers of the keys at a time and values 64 columns, so that what a group reads again stays in the
// first level cache at any head width; within that, the sums of a tile of up to 6 rows stay in registers. A lane holds
// a key while scores are made and a column afterwards: no sum crosses lanes but the denominator's.

#include "AttentionTile.h"
#include "StoreVector.h"

// ---- One block

/// Does TILE(R, row) for each tile, R a constant in each place.
#define FOR_EACH_TILE(rows, TILE)                                                                                      \
  for (int row = 0; row < (rows); row += TILE_ROWS) {                                                                  \
    switch ((rows) - row) {                                                                                            \
    case 1: TILE(1, row); break;                                                                                       \
    case 2: TILE(2, row); break;                                                                                       \
    case 3: TILE(3, row); break;                                                                                       \
    case 4: TILE(4, row); break;                                                                                       \
    case 5: TILE(5, row); break;                                                                                       \
    default: TILE(TILE_ROWS, row);                                                                                     \
    }                                                                                                                  \
  }

INLINE void score_rows(const ck_kv_format format, row_group *group, const void *keys) {
  const int K = group->head->head_width;
  for (int d = 0; d < K; d += SLICE) {
    const int d_to = d + SLICE < K ? d + SLICE : K;
#define SCORE_TILE(R, row) score_tile(R, format, group, row, keys, d, d_to)
    FOR_EACH_TILE(group->rows, SCORE_TILE)
#undef SCORE_TILE
  }
}

/// `sliced`: the values are a copy that holds one slice of columns after the other.
INLINE void sum_rows(const ck_kv_format format, bool sliced, row_group *group, const void *values) {
  const int K = group->head->head_width;
  for (int d = 0; d < K; d += SLICE) {
    const int width = K - d < SLICE ? K - d : SLICE;
    const int stride = sliced ? width : K, column = sliced ? d * CK_KV_BLOCK : d;
#define VALUE_TILE(R, row) value_tile(R, format, group, row, values, stride, column, width, d)
    FOR_EACH_TILE(group->rows, VALUE_TILE)
#undef VALUE_TILE
  }
}

/// From a row's dot products to its weights e^(s - m), 0 where masked; updates m and l, and sets c.
static void weigh_row(row_group *group, int row) {
  const lane_bits lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const int from = group->from[row], to = group->to[row];
  const bool masked = from > 0 || to < CK_KV_BLOCK;
  const float cap = group->head->softcap, m = group->m[row];
  float *p = group->p[row];
  lanes score[4], largest = m;
  lane_bits visible[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    score[i] = load(p + i * LANES) * (lanes)group->head->scale;
    if (cap > 0) score[i] = lanes_softcap(score[i], (lanes)cap);
    if (masked) {
      lane_bits j = lane + i * LANES;
      visible[i] = (j >= (lane_bits)from) & (j < (lane_bits)to);
      score[i] = visible[i] ? score[i] : (lanes)-INFINITY;
    }
    largest = lanes_max(score[i], largest);
  }
  const float new_m = max_lane(largest);
  // e^0 = 1, and in the first block, where m is -infinity, all sums are still 0.
  const float c = new_m > m && m > -INFINITY ? lanes_exp((lanes)(m - new_m))[0] : 1.0f;
  lanes sum = 0.0f;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    lanes x = score[i] - (lanes)new_m;
    if (masked) x = visible[i] ? x : (lanes)0.0f; // e^-infinity would underflow, which is slow
    lanes weight = lanes_exp(x);
    if (masked) weight = visible[i] ? weight : (lanes)0.0f;
    store(p + i * LANES, weight);
    sum = i == 0 ? weight : sum + weight;
  }
  group->l[row] = __builtin_elementwise_fma(group->l[row], c, sum_tree(sum));
  group->m[row] = new_m;
  group->c[row] = c;
}

static void weigh_rows(row_group *group) {
  for (int r = 0; r < group->rows; r++) {
    if (group->from[r] < group->to[r]) {
      weigh_row(group, r);
    } else {
      group->c[r] = 1.0f;
    }
  }
}

static void score_rows_f32(row_group *group, const void *keys) { score_rows(CK_KV_F32, group, keys); }

static void sum_rows_f32(bool sliced, row_group *group, const void *values) {
  sum_rows(CK_KV_F32, sliced, group, values);
}

static void attend_block_f32(row_group *group, const void *keys, const void *values) {
  score_rows_f32(group, keys);
  weigh_rows(group);
  sum_rows_f32(false, group, values);
}

static void attend_block_f16(row_group *group, const void *keys, const void *values) {
  score_rows(CK_KV_F16, group, keys);
  weigh_rows(group);
  sum_rows(CK_KV_F16, false, group, values);
}

/// Converts the block to floats first and puts its values in slices: pays from a few tiles on.
static void attend_block_copied(row_group *group, const void *keys, const void *values) {
  _Alignas(64) float copy[CK_KV_BLOCK * COPIED_WIDTH];
  const int K = group->head->head_width;
  const bool half = group->head->format == CK_KV_F16;
  const void *floats = keys;
  if (half) {
    for (int i = 0; i < CK_KV_BLOCK * K; i += LANES) store(copy + i, load_numbers(CK_KV_F16, keys, i));
    floats = copy;
  }
  score_rows_f32(group, floats);
  weigh_rows(group);
  float *next = copy;
  for (int d = 0; d < K; d += SLICE) {
    const int width = K - d < SLICE ? K - d : SLICE;
    for (int j = 0; j < CK_KV_BLOCK; j++) {
      for (int i = 0; i < width; i += LANES, next += LANES) {
        const int index = j * K + d + i;
        store(next, half ? load_numbers(CK_KV_F16, values, index) : load_numbers(CK_KV_F32, values, index));
      }
    }
  }
  sum_rows_f32(true, group, copy);
}

// ---- All blocks

/// Sets what each row sees of the block; false if no row sees any of it.
static bool look_at_block(row_group *group, int block) {
  const int first = block * CK_KV_BLOCK;
  bool seen = false;
  for (int r = 0; r < group->rows; r++) {
    const int from = group->begin[r] > first ? group->begin[r] - first : 0;
    const int to = group->end[r] - first < CK_KV_BLOCK ? group->end[r] - first : CK_KV_BLOCK;
    const bool sees = group->begin[r] < group->end[r] && from < to;
    group->from[r] = sees ? from : 0;
    group->to[r] = sees ? to : 0;
    seen |= sees;
  }
  return seen;
}

static void attend_group(row_group *group) {
  const ck_kv_head *head = group->head;
  const int K = head->head_width;
  int32_t first = INT32_MAX, last = 0; // positions that any row sees
  for (int r = 0; r < group->rows; r++) {
    group->m[r] = -INFINITY;
    group->l[r] = 0;
    for (int d = 0; d < K; d += LANES) store(group->out[r] + d, 0.0f);
    if (group->begin[r] >= group->end[r]) continue;
    first = group->begin[r] < first ? group->begin[r] : first;
    last = group->end[r] > last ? group->end[r] : last;
  }
  const bool gains = head->format == CK_KV_F16 || K > SLICE; // else the block is its own copy
  const bool copies = gains && group->rows > 2 * TILE_ROWS && K <= COPIED_WIDTH;
  for (int block = first / CK_KV_BLOCK; block * CK_KV_BLOCK < last; block++) {
    if (!look_at_block(group, block)) continue;
    const void *keys = ck_block_keys(head, block), *values = ck_block_values(head, block);
    if (copies) {
      attend_block_copied(group, keys, values);
    } else if (head->format == CK_KV_F16) {
      attend_block_f16(group, keys, values);
    } else {
      attend_block_f32(group, keys, values);
    }
  }
  for (int r = 0; r < group->rows; r++) {
    if (group->begin[r] >= group->end[r]) continue;
    for (int d = 0; d < K; d += LANES) store(group->out[r] + d, load(group->out[r] + d) / (lanes)group->l[r]);
  }
}

static void attention(const ck_kv_head *head, int rows, const float *const *q, const int32_t *begin, const int32_t *end,
                      float *const *out) {
  for (int r = 0; r < rows; r += GROUP_ROWS) {
    row_group group; // no initializer: the large arrays are written before they are read
    group.head = head;
    group.rows = rows - r < GROUP_ROWS ? rows - r : GROUP_ROWS;
    group.q = q + r;
    group.begin = begin + r;
    group.end = end + r;
    group.out = out + r;
    attend_group(&group);
  }
}

const ck_attention_table TABLE = {.store = store_position, .attention = attention};
