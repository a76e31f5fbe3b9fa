// One block of each format that is written, from floats: what Quantize.c chooses from. A scale too large for its field comes
// out infinite, which the caller looks for.
#pragma once
#include <stdint.h>

void ck_quantize_q8_0(const float *x, void *block);
void ck_quantize_q4_0(const float *x, void *block);
void ck_quantize_q4_1(const float *x, void *block);
void ck_quantize_q5_0(const float *x, void *block);
void ck_quantize_q5_1(const float *x, void *block);
void ck_quantize_iq4_nl(const float *x, void *block);
void ck_quantize_iq4_xs(const float *x, void *block);
void ck_quantize_q2_k(const float *x, void *block);
void ck_quantize_q3_k(const float *x, void *block);
void ck_quantize_q4_k(const float *x, void *block);
void ck_quantize_q5_k(const float *x, void *block);
void ck_quantize_q6_k(const float *x, void *block);
