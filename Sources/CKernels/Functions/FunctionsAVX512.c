// The elementwise functions for AVX512.
#if defined(__x86_64__)
#include "FunctionTable.h"
#include <immintrin.h>
#include <math.h>

#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma,f16c"))), \
                             apply_to = function)
#include "LanesAVX512.h"
#define TABLE ck_functions_avx512
#include "FunctionsVector.h"
#pragma clang attribute pop
#endif
