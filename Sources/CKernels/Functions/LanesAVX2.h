// Half precision numbers for AVX2 with F16C. Included within a push of its target attribute, after <immintrin.h>.
#pragma once
#include "Lanes.h"

INLINE lanes load_half(const uint16_t *p) {
  lanes v;
  v.lo = _mm256_cvtph_ps(_mm_loadu_si128((const void *)p));
  v.hi = _mm256_cvtph_ps(_mm_loadu_si128((const void *)(p + 8)));
  return v;
}

INLINE void store_half(uint16_t *p, lanes v) {
  _mm_storeu_si128((void *)p, _mm256_cvtps_ph((__m256)v.lo, _MM_FROUND_TO_NEAREST_INT));
  _mm_storeu_si128((void *)(p + 8), _mm256_cvtps_ph((__m256)v.hi, _MM_FROUND_TO_NEAREST_INT));
}
