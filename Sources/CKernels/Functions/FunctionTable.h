// The elementwise kernels of one instruction set as a table, so that a path is chosen in one place. Private to the
// target.
#pragma once
#include "ckernels.h"

typedef struct {
  void (*exp)(const float *x, float *y, size_t count);
  void (*silu_multiply)(const float *gate, const float *up, float *out, size_t count);
  void (*gelu_multiply)(const float *gate, const float *up, float *out, size_t count);
  void (*softcap)(float *x, size_t count, float cap);
  void (*rms_norm)(const float *x, const float *weight, float epsilon, float *out, size_t count);
  void (*add)(float *y, const float *x, size_t count);
  void (*scale)(float *y, float factor, size_t count);
  void (*rotate)(float *x, int pairs, bool interleaved, const float *cosine, const float *sine);
  size_t (*argmax)(const float *x, size_t count);
} ck_function_table;

extern const ck_function_table ck_functions_scalar;
#if defined(__x86_64__)
extern const ck_function_table ck_functions_avx2, ck_functions_avx512;
#elif defined(__aarch64__)
extern const ck_function_table ck_functions_neon;
#endif
