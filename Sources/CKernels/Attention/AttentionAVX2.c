// Attention for AVX2.
#if defined(__x86_64__)
#include "AttentionTable.h"
#include <immintrin.h>
#include <math.h>

#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#include "../Functions/LanesAVX2.h"
#define TABLE ck_attention_avx2
#define TILE_ROWS 3
#define TILE_VECTORS 2
#include "AttentionVector.h"
#pragma clang attribute pop
#endif
