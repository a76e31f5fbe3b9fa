// The nearest of the uneven levels of IQ4.
#pragma once
#include "../Formats/IQ4.h"

/// Indices of the levels nearest to x inverse.
static void level_indices(const float *x, int count, float inverse, float *index) {
  for (int i = 0; i < count; i++) {
    int above = 0;
    for (int n = 0; n < 15; n++) above += x[i] * inverse > 0.5f * (float)(ck_levels_iq4[n] + ck_levels_iq4[n + 1]);
    index[i] = (float)above;
  }
}

/// The levels nearest to x inverse.
static void quantize_to_levels(const float *x, int count, float inverse, float *q) {
  level_indices(x, count, inverse, q);
  for (int i = 0; i < count; i++) q[i] = ck_levels_iq4[(int)q[i]];
}
