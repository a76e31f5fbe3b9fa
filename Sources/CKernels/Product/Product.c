// The choice of a path at run time. A path that the machine lacks falls back to the scalar one, which gives the same
// bits, so that forcing a path never executes a missing instruction.
#include "Paths.h"

void ck_matmul(ck_path path, const ck_matrix *matrix, const ck_activations *a, float *y, size_t stride, int strip_begin,
               int strip_end) {
  if (!ck_path_available(path)) path = CK_PATH_SCALAR;
  switch (path) {
#ifdef __x86_64__
  case CK_PATH_AVX512: ck_matmul_avx512(matrix, a, y, stride, strip_begin, strip_end); return;
  case CK_PATH_AVX2: ck_matmul_avx2(matrix, a, y, stride, strip_begin, strip_end); return;
  default:
    if (ck_path_available(CK_PATH_AVX2))
      ck_matmul_plain_fma(matrix, a, y, stride, strip_begin, strip_end);
    else
      ck_matmul_plain(matrix, a, y, stride, strip_begin, strip_end);
    return;
#else
#ifdef __aarch64__
  case CK_PATH_NEON: ck_matmul_neon(matrix, a, y, stride, strip_begin, strip_end); return;
#endif
  default: ck_matmul_plain(matrix, a, y, stride, strip_begin, strip_end);
#endif
  }
}

void ck_activations_fill(ck_path path, const ck_activations *a, const float *x, size_t stride, int row_begin,
                         int row_end) {
  if (!ck_path_available(path)) path = CK_PATH_SCALAR;
  switch (path) {
#ifdef __x86_64__
  case CK_PATH_AVX512: ck_activations_fill_avx512(a, x, stride, row_begin, row_end); return;
  case CK_PATH_AVX2: ck_activations_fill_avx2(a, x, stride, row_begin, row_end); return;
#endif
#ifdef __aarch64__
  case CK_PATH_NEON: ck_activations_fill_neon(a, x, stride, row_begin, row_end); return;
#endif
  default: ck_activations_fill_plain(a, x, stride, row_begin, row_end);
  }
}
