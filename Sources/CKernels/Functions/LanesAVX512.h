// Half precision numbers for AVX-512. Included within a push of its target attribute, after <immintrin.h>.
#pragma once
#include "Lanes.h"

INLINE lanes load_half(const uint16_t *p) { return (lanes)_mm512_cvtph_ps(_mm256_loadu_si256((const void *)p)); }

INLINE void store_half(uint16_t *p, lanes v) {
  _mm256_storeu_si256((void *)p, _mm512_cvtps_ph((__m512)v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
