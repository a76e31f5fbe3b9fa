// Attention for AVX512.
#if defined(__x86_64__)
#include "AttentionTable.h"
#include <immintrin.h>
#include <math.h>

#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma,f16c"))), \
                             apply_to = function)
#include "../Functions/LanesAVX512.h"
#define TABLE ck_attention_avx512
#define TILE_VECTORS(R) 4 // 24 of 32 registers for 6 rows
#include "AttentionVector.h"
#pragma clang attribute pop
#endif
