// 16 float lanes as a clang vector: one AVX-512 register, two of AVX2, four of NEON. What holds for every instruction
// set stands here; loading and storing half precision numbers in Lanes{AVX512,AVX2,NEON}.h, which includes this. Always
// inlined, within the `target` attribute of the file that includes it.
#pragma once
#include "Inline.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wpsabi" // vectors wider than a register are passed to inlined functions only

typedef float lanes __attribute__((ext_vector_type(16)));
typedef int32_t lane_bits __attribute__((ext_vector_type(16)));
enum { LANES = 16 };

INLINE lanes load(const float *p) {
  lanes v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE void store(float *p, lanes v) { memcpy(p, &v, sizeof v); }

/// The first `count` lanes from memory, the others 0.
INLINE lanes load_first(const float *p, size_t count) {
  if (count >= LANES) return load(p);
  lanes v = 0.0f;
  memcpy(&v, p, count * sizeof(float));
  return v;
}

INLINE void store_first(float *p, lanes v, size_t count) {
  if (count >= LANES) {
    store(p, v);
  } else {
    memcpy(p, &v, count * sizeof(float));
  }
}

INLINE lanes lanes_fma(lanes a, lanes b, lanes c) { return __builtin_elementwise_fma(a, b, c); }

INLINE lanes lanes_max(lanes a, lanes b) { return (a > b) ? a : b; }

/// The fixed tree: lane i takes lane i + 8, then i + 4, i + 2, i + 1.
INLINE float sum_tree(lanes v) {
  float __attribute__((ext_vector_type(8))) a = v.lo + v.hi;
  float __attribute__((ext_vector_type(4))) b = a.lo + a.hi;
  float __attribute__((ext_vector_type(2))) c = b.lo + b.hi;
  return c.lo + c.hi;
}

INLINE float max_lane(lanes v) {
  float __attribute__((ext_vector_type(8))) a = (v.lo > v.hi) ? v.lo : v.hi;
  float __attribute__((ext_vector_type(4))) b = (a.lo > a.hi) ? a.lo : a.hi;
  float __attribute__((ext_vector_type(2))) c = (b.lo > b.hi) ? b.lo : b.hi;
  return c.lo > c.hi ? c.lo : c.hi;
}

#define REAL lanes
#define INTEGER lane_bits
#define FUNCTION(name) lanes_##name
#include "ElementaryFunctions.h"
