// The public elementwise functions: each looks up the table of its path. A path that this architecture does not have
// gives the scalar definition, which has the same bits.
#include "FunctionTable.h"

static const ck_function_table *functions(ck_path path) {
  switch (path) {
#if defined(__x86_64__)
  case CK_PATH_AVX2: return &ck_functions_avx2;
  case CK_PATH_AVX512: return &ck_functions_avx512;
#elif defined(__aarch64__)
  case CK_PATH_NEON: return &ck_functions_neon;
#endif
  default: return &ck_functions_scalar;
  }
}

void ck_exp_f32(ck_path path, const float *x, float *y, size_t count) { functions(path)->exp(x, y, count); }

void ck_silu_multiply(ck_path path, const float *gate, const float *up, float *out, size_t count) {
  functions(path)->silu_multiply(gate, up, out, count);
}

void ck_gelu_multiply(ck_path path, const float *gate, const float *up, float *out, size_t count) {
  functions(path)->gelu_multiply(gate, up, out, count);
}

void ck_softcap(ck_path path, float *x, size_t count, float cap) { functions(path)->softcap(x, count, cap); }

void ck_rms_norm(ck_path path, const float *x, const float *weight, float epsilon, float *out, size_t count) {
  functions(path)->rms_norm(x, weight, epsilon, out, count);
}

void ck_add(ck_path path, float *y, const float *x, size_t count) { functions(path)->add(y, x, count); }

void ck_scale(ck_path path, float *y, float factor, size_t count) { functions(path)->scale(y, factor, count); }

void ck_rotate(ck_path path, float *x, int pairs, bool interleaved, const float *cosine, const float *sine) {
  functions(path)->rotate(x, pairs, interleaved, cosine, sine);
}

size_t ck_argmax(ck_path path, const float *x, size_t count) { return functions(path)->argmax(x, count); }
