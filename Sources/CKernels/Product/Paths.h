// The product as each path compiles it. `ck_matmul` and `ck_activations_fill` choose one at run time.
#pragma once
#include "ckernels.h"

#define CK_PRODUCT_OF_PATH(path)                                                                                       \
  void ck_matmul_##path(const ck_matrix *matrix, const ck_activations *a, float *y, size_t stride, int strip_begin,    \
                        int strip_end);                                                                                \
  void ck_activations_fill_##path(const ck_activations *a, const float *x, size_t stride, int row_begin, int row_end);

CK_PRODUCT_OF_PATH(plain)
#ifdef __x86_64__
CK_PRODUCT_OF_PATH(plain_fma)
CK_PRODUCT_OF_PATH(avx2)
CK_PRODUCT_OF_PATH(avx512)
#endif
#ifdef __aarch64__
CK_PRODUCT_OF_PATH(neon)
#endif
