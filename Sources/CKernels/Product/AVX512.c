// The product with AVX-512 and VNNI.
#ifdef __x86_64__
#include <immintrin.h>
#include <math.h>
#include <string.h>

// Tuned for a machine on which vpdpwssd is one operation; else the compiler takes it apart.
#pragma clang attribute push(                                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,fma,f16c,tune=znver4"))),                     \
    apply_to = function)
#include "LanesAVX512.h"
#define PATH_NAME avx512
#include "Define.h"
#pragma clang attribute pop
#endif
