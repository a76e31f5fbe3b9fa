// Where the arrays of quantized activations stand in the caller's memory. Filling them is Product/Fill.h.
#include "Panels.h"
#include "ckernels.h"

int ck_panel_count(int count) { return (count + CK_PANEL - 1) / CK_PANEL; }

/// Takes `bytes` from `*next` on, each array on a cache line of its own.
static void *take(uintptr_t *next, size_t bytes) {
  const uintptr_t at = *next;
  *next += (bytes + 63) / 64 * 64;
  return (void *)at;
}

/// Lays the arrays out from address `memory` on and returns the address after the last.
static uintptr_t place(ck_activations *a, uintptr_t memory) {
  const size_t values = (size_t)a->count * (size_t)a->width;
  uintptr_t next = memory;
  if (a->block == 1) {
    a->values = take(&next, values * sizeof(float));
    return next;
  }
  const size_t word_each = values / (size_t)a->block * 4; // bytes of an array with one word a block
  a->values = take(&next, values);
  a->scale = take(&next, word_each);
  if (a->block == 32) {
    a->scaled_sum = take(&next, word_each);
    a->offset_4bit = take(&next, word_each);
    a->offset_5bit = take(&next, word_each);
    a->offset_8bit = take(&next, word_each);
  } else {
    a->offset_8bit = take(&next, word_each * 8);
    a->offset_6bit = take(&next, word_each * 32);
    a->sums_of_32 = take(&next, word_each * 4);
    a->sums_of_16 = take(&next, word_each * 8);
    a->sum = take(&next, word_each);
  }
  return next;
}

size_t ck_activations_bytes(int block, int count, int width) {
  ck_activations a = {.block = block, .count = count, .width = width};
  return place(&a, 0);
}

ck_activations ck_activations_place(int block, int count, int width, void *memory) {
  ck_activations a = {.block = block, .count = count, .width = width};
  place(&a, (uintptr_t)memory);
  return a;
}
