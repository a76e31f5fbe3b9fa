// Holds the paths of the kernels against their definitions on whatever processor this is compiled for and run on, an
// emulated one too (scripts/test-aarch64): Swift's own tests run only where Swift does. Prints how many elements were
// compared on each path, and a hash of the defined results, which must be the same on every processor.
//
// Exits with 1 where a bit differs.
#include "Check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 4, GUARD = 32 };
static const char *const names[PATHS] = {"scalar", "avx2", "avx512", "neon"};

static struct {
  uint64_t compared[PATHS], differing[PATHS], hash;
  int passed, failed;
} report = {.hash = 0xcbf29ce484222325};

/// Paths of the other architecture are the scalar one and are left out. NEON is called on every aarch64: without the
/// dot product only its products fall back.
static bool is_compared(ck_path path) {
#ifdef __aarch64__
  return path == CK_PATH_NEON;
#else
  return path != CK_PATH_SCALAR && ck_path_available(path);
#endif
}

void *untouched_memory(size_t bytes) {
  const size_t whole_lines = (bytes + 63) / 64 * 64 + 64;
  void *memory = aligned_alloc(64, whole_lines);
  if (!memory) {
    fprintf(stderr, "error: no memory for %zu bytes\n", whole_lines);
    exit(2);
  }
  return memset(memory, UNTOUCHED, whole_lines);
}

/// FNV-1a, a word a step.
void take_into_hash(const void *results, size_t words) {
  const uint32_t *word = results;
  for (size_t i = 0; i < words; i++) report.hash = (report.hash ^ word[i]) * 0x100000001b3;
}

void compare_path(const char *kernel, ck_path path, const void *expected, computation compute, const void *context,
                  size_t words) {
  uint32_t *found = untouched_memory((words + GUARD) * sizeof *found);
  compute(path, context, found);
  uint64_t differing = 0;
  for (size_t i = 0; i < words + GUARD; i++) {
    const uint32_t wanted = i < words ? ((const uint32_t *)expected)[i] : UNTOUCHED_WORD;
    if (found[i] == wanted) continue;
    if (differing++ == 0) {
      printf("FAILED: %s on %s: word %zu of %zu is %08x, not %08x\n", kernel, names[path], i, words, found[i], wanted);
    }
  }
  free(found);
  report.compared[path] += words;
  report.differing[path] += differing;
  if (differing > 0)
    report.failed++;
  else
    report.passed++;
}

void compare(const char *kernel, const void *expected, computation compute, const void *context, size_t words) {
  take_into_hash(expected, words);
  for (int path = 0; path < PATHS; path++)
    if (is_compared((ck_path)path)) compare_path(kernel, (ck_path)path, expected, compute, context, words);
}

void compare_with_scalar(const char *kernel, computation compute, const void *context, size_t words) {
  uint32_t *expected = untouched_memory(words * sizeof *expected);
  compute(CK_PATH_SCALAR, context, expected);
  compare(kernel, expected, compute, context, words);
  free(expected);
}

int main(void) {
  if (!ck_environment_is_sound()) {
    fprintf(stderr, "error: floats are not rounded to nearest even, or subnormals are flushed\n");
    return 2;
  }
  check_products();
  check_functions();
  check_attention();
  for (int path = 0; path < PATHS; path++) {
    if (report.compared[path] == 0) continue;
    printf("%s: %s, %llu elements compared, %llu differ\n", names[path],
           ck_path_available((ck_path)path) ? "available" : "absent, products fall back",
           (unsigned long long)report.compared[path], (unsigned long long)report.differing[path]);
  }
  printf("hash %016llx\n%d passed, %d failed\n", (unsigned long long)report.hash, report.passed, report.failed);
  return report.failed > 0;
}
