// The two functions of a path, from the kernels that are compiled for it: `PATH_NAME` is set by the file that includes
// this one last.
#include "Fill.h"
#include "FloatKernel.h"
#include "Paths.h"

#define CK_JOINED(a, b) a##b
#define CK_NAMED(a, b) CK_JOINED(a, b)

void CK_NAMED(ck_activations_fill_, PATH_NAME)(const ck_activations *a, const float *x, size_t stride, int row_begin,
                                               int row_end) {
  fill_rows(a, x, stride, row_begin, row_end);
}

void CK_NAMED(ck_matmul_, PATH_NAME)(const ck_matrix *matrix, const ck_activations *a, float *y, size_t stride,
                                     int strip_begin, int strip_end) {
  switch (matrix->format) {
  case CK_F32: product_float(CK_F32, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_F16: product_float(CK_F16, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_BF16: product_float(CK_BF16, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q4_0: product_quantized(CK_Q4_0, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q4_1: product_quantized(CK_Q4_1, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q5_0: product_quantized(CK_Q5_0, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q5_1: product_quantized(CK_Q5_1, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q8_0: product_quantized(CK_Q8_0, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q4_K: product_quantized(CK_Q4_K, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q5_K: product_quantized(CK_Q5_K, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q6_K: product_quantized(CK_Q6_K, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q2_K: product_quantized(CK_Q2_K, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_Q3_K: product_quantized(CK_Q3_K, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_TQ1_0: // packed alike
  case CK_TQ2_0: product_quantized(CK_TQ2_0, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_IQ4_NL: product_quantized(CK_IQ4_NL, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_IQ4_XS: product_quantized(CK_IQ4_XS, matrix, a, y, stride, strip_begin, strip_end); break;
  case CK_MXFP4: product_quantized(CK_MXFP4, matrix, a, y, stride, strip_begin, strip_end); break;
  }
}
