// The elementwise functions for AVX2.
#if defined(__x86_64__)
#include "FunctionTable.h"
#include <immintrin.h>
#include <math.h>

#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#include "LanesAVX2.h"
#define TABLE ck_functions_avx2
#include "FunctionsVector.h"
#pragma clang attribute pop
#endif
