// Half precision numbers for NEON, whose conversions the compiler knows.
#pragma once
#include "Lanes.h"

typedef __fp16 lane_halves __attribute__((ext_vector_type(16)));

INLINE lanes load_half(const uint16_t *p) {
  lane_halves v;
  memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, lanes);
}

INLINE void store_half(uint16_t *p, lanes v) {
  lane_halves halves = __builtin_convertvector(v, lane_halves);
  memcpy(p, &halves, sizeof halves);
}
