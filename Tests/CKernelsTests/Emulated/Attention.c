// Stored keys and values, and attention over them: both forms of numbers, head widths, windows, softcaps, rows of one
// call that see quite different keys, and calls of different numbers of rows.
#include "Check.h"
#include <math.h>
#include <stdlib.h>

enum { POSITIONS = 200, BLOCKS = (POSITIONS + CK_KV_BLOCK - 1) / CK_KV_BLOCK, GROUP = 3, NEIGHBOURS = 8 };
/// Offsets that are no multiple of a cache line, as blocks of several heads have them.
enum { KEY_OFFSET = 12, BETWEEN = 20 };

typedef struct {
  ck_kv_format format;
  int width, window;
  float softcap;
  int rows_per_call;
} attention_case;

static const int32_t mixed_ranges[][2] = {
    {0, 200}, {5, 6}, {63, 65}, {64, 128}, {100, 100}, {130, 131}, {0, 1}, {199, 200}, {70, 75}, {10, 190}, {0, 64},
};
enum { MIXED = sizeof mixed_ranges / sizeof *mixed_ranges, ROWS = NEIGHBOURS * GROUP + MIXED };

static size_t numbers_bytes(const attention_case *c) {
  return (size_t)(CK_KV_BLOCK * c->width) * (c->format == CK_KV_F16 ? 2 : 4);
}

/// A multiple of a word.
static size_t block_bytes(const attention_case *c) { return KEY_OFFSET + BETWEEN + 2 * numbers_bytes(c); }

/// Stores every position in blocks that stand one behind the other at `out`.
static void store(ck_path path, const void *context, void *out) {
  const attention_case *c = context;
  uint64_t random = 6;
  float *key = untouched_memory((size_t)c->width * sizeof *key);
  float *value = untouched_memory((size_t)c->width * sizeof *value);
  for (int position = 0; position < POSITIONS; position++) {
    for (int d = 0; d < c->width; d++) key[d] = 2 * random_float(&random), value[d] = random_float(&random);
    uint8_t *block = (uint8_t *)out + (size_t)(position / CK_KV_BLOCK) * block_bytes(c);
    ck_kv_store(path, c->format, c->width, block, KEY_OFFSET, KEY_OFFSET + numbers_bytes(c) + BETWEEN,
                position % CK_KV_BLOCK, key, value);
  }
  free(key), free(value);
}

/// The keys that a row sees: the heads of the last positions side by side, then ranges of all sorts.
static void range_of_row(const attention_case *c, int row, int32_t *begin, int32_t *end) {
  if (row >= NEIGHBOURS * GROUP) {
    *begin = mixed_ranges[row - NEIGHBOURS * GROUP][0];
    *end = mixed_ranges[row - NEIGHBOURS * GROUP][1];
    return;
  }
  *end = POSITIONS - NEIGHBOURS + row / GROUP + 1;
  *begin = *end > c->window ? *end - c->window : 0;
}

static void attend(ck_path path, const void *context, void *out) {
  const attention_case *c = context;
  uint8_t *memory = untouched_memory(BLOCKS * block_bytes(c));
  store(path, c, memory);
  const void *blocks[BLOCKS];
  for (int b = 0; b < BLOCKS; b++) blocks[b] = memory + (size_t)b * block_bytes(c);
  const ck_kv_head head = {
      c->format,  c->width,   blocks, KEY_OFFSET, KEY_OFFSET + numbers_bytes(c) + BETWEEN, 1 / sqrtf((float)c->width),
      c->softcap,
  };
  uint64_t random = 5;
  float *queries = untouched_memory((size_t)(ROWS * c->width) * sizeof *queries);
  for (int i = 0; i < ROWS * c->width; i++) queries[i] = 3 * random_float(&random);
  const float *q[ROWS];
  float *results[ROWS];
  int32_t begin[ROWS], end[ROWS];
  for (int r = 0; r < ROWS; r++) {
    q[r] = queries + r * c->width;
    results[r] = (float *)out + r * c->width;
    range_of_row(c, r, &begin[r], &end[r]);
  }
  for (int r = 0; r < ROWS; r += c->rows_per_call) {
    const int rows = ROWS - r < c->rows_per_call ? ROWS - r : c->rows_per_call;
    ck_attention(path, &head, rows, q + r, begin + r, end + r, results + r);
  }
  free(memory), free(queries);
}

void check_attention(void) {
  static const struct {
    int width, window;
    float softcap;
  } heads[] = {
      {16, 1000, 0}, {64, 1000, 0}, {64, 64, 0},   {64, 5, 20},
      {80, 70, 2},   {128, 129, 0}, {256, 100, 0}, {272, 1000, 0},
  };
  static const int splits[] = {1, 2, 4, 5, 13, ROWS};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    for (int format = CK_KV_F32; format <= CK_KV_F16; format++) {
      attention_case c = {(ck_kv_format)format, heads[i].width, heads[i].window, heads[i].softcap, ROWS};
      const size_t words = (size_t)(ROWS * c.width);
      compare_with_scalar("stored keys and values", store, &c, BLOCKS * block_bytes(&c) / 4);
      float *expected = untouched_memory(words * sizeof *expected);
      attend(CK_PATH_SCALAR, &c, expected);
      for (size_t s = 0; s < sizeof splits / sizeof *splits; s++) {
        c.rows_per_call = splits[s];
        compare(format == CK_KV_F16 ? "attention, f16" : "attention, f32", expected, attend, &c, words);
      }
      free(expected);
    }
  }
}
