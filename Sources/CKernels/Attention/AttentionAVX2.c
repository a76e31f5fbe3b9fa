// Attention for AVX2.
#if defined(__x86_64__)
#include "AttentionTable.h"
#include <immintrin.h>
#include <math.h>

#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#include "../Functions/LanesAVX2.h"
#define TABLE ck_attention_avx2
#define TILE_VECTORS(R) ((R) == 1 ? 4 : (R) == 2 ? 2 : 1) // two registers each: 12 of 16 for 6 rows
#include "AttentionVector.h"
#pragma clang attribute pop
#endif
