// What the checks of all kernels share: reproducible numbers, and the comparison of every path with the definition, bit
// for bit. Results are 32-bit words: the bits of floats, packed bytes, integers.
#pragma once
#include "ckernels.h"

/// What results are filled with before a kernel runs: what it leaves alone must still be this.
#define UNTOUCHED 0xa5
#define UNTOUCHED_WORD 0xa5a5a5a5u

/// Writes a kernel's results on one path to `out`.
typedef void (*computation)(ck_path path, const void *context, void *out);

/// Compares what `compute` gives on `path` with the `words` words of `expected`, and checks that nothing is written
/// behind them.
void compare_path(const char *kernel, ck_path path, const void *expected, computation compute, const void *context,
                  size_t words);
/// The same on every path of this processor but the scalar one. Takes `expected` into the hash.
void compare(const char *kernel, const void *expected, computation compute, const void *context, size_t words);
/// The same for kernels whose definition is their scalar path.
void compare_with_scalar(const char *kernel, computation compute, const void *context, size_t words);
/// Takes the results of a function that has one path into the hash.
void take_into_hash(const void *results, size_t words);

/// Memory on a cache line, filled with `UNTOUCHED`. Ends the process where there is none.
void *untouched_memory(size_t bytes);

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
static inline uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// In -1 ..< 1 by steps of 2^-23, exact.
static inline float random_float(uint64_t *state) {
  return (float)((int32_t)(next_random(state) >> 40) - 0x800000) * 0x1p-23f;
}

void check_products(void);
void check_functions(void);
void check_attention(void);
