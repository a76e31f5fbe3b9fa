// The product with AVX2, FMA and F16C.
#ifdef __x86_64__
#include <immintrin.h>
#include <math.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#include "LanesAVX2.h"
#define PATH_NAME avx2
#include "Define.h"
#pragma clang attribute pop
#endif
