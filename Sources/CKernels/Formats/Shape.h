// The sizes of each format's blocks, in a table that the kernels can read at compile time.
#pragma once
#include "ckernels.h"

typedef struct {
  int weights;          // in a block
  int bytes;            // of a block
  int activation_block; // activations that share a scale
} ck_format_shape;

static const ck_format_shape ck_shapes[] = {
    [CK_F32] = {1, 4, 1},        [CK_F16] = {1, 2, 1},        [CK_BF16] = {1, 2, 1},
    [CK_Q4_0] = {32, 18, 32},    [CK_Q4_1] = {32, 20, 32},    [CK_Q5_0] = {32, 22, 32},
    [CK_Q5_1] = {32, 24, 32},    [CK_Q8_0] = {32, 34, 32},    [CK_Q4_K] = {256, 144, 256},
    [CK_Q5_K] = {256, 176, 256}, [CK_Q6_K] = {256, 210, 256},
};
