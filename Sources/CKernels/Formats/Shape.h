// The sizes of each format's blocks, in a table that the kernels can read at compile time.
#pragma once
#include "ckernels.h"

typedef struct {
  int weights;          // in a block
  int bytes;            // of a block as stored in a file
  int activation_block; // activations that share a scale
  int packed_bytes;     // of a block as packed, one row's share
} ck_format_shape;

static const ck_format_shape ck_shapes[] = {
    [CK_F32] = {1, 4, 1, 4},              [CK_F16] = {1, 2, 1, 2},
    [CK_BF16] = {1, 2, 1, 2},             [CK_Q4_0] = {32, 18, 32, 18},
    [CK_Q4_1] = {32, 20, 32, 20},         [CK_Q5_0] = {32, 22, 32, 22},
    [CK_Q5_1] = {32, 24, 32, 24},         [CK_Q8_0] = {32, 34, 32, 34},
    [CK_Q2_K] = {256, 84, 256, 84},       [CK_Q3_K] = {256, 110, 256, 110},
    [CK_Q4_K] = {256, 144, 256, 144},     [CK_Q5_K] = {256, 176, 256, 176},
    [CK_Q6_K] = {256, 210, 256, 210},     [CK_IQ4_NL] = {32, 18, 32, 18},
    [CK_IQ4_XS] = {256, 136, 256, 136},   [CK_TQ1_0] = {256, 54, 256, 66},
    [CK_TQ2_0] = {256, 66, 256, 66},      [CK_MXFP4] = {32, 17, 32, 17},
};
