// What is known of each tensor format without looking at a weight: sizes of blocks and of strips.
#include "ckernels.h"

typedef struct {
  int weights;          // in a block
  int bytes;            // of a block
  int activation_block; // activations that share a scale
} format_shape;

static const format_shape shapes[] = {
    [CK_F32] = {1, 4, 1},        [CK_F16] = {1, 2, 1},        [CK_BF16] = {1, 2, 1},
    [CK_Q4_0] = {32, 18, 32},    [CK_Q4_1] = {32, 20, 32},    [CK_Q5_0] = {32, 22, 32},
    [CK_Q5_1] = {32, 24, 32},    [CK_Q8_0] = {32, 34, 32},    [CK_Q4_K] = {256, 144, 256},
    [CK_Q5_K] = {256, 176, 256}, [CK_Q6_K] = {256, 210, 256},
};

bool ck_format_known(int format) {
  return format >= 0 && format < (int)(sizeof shapes / sizeof *shapes) && shapes[format].weights > 0;
}

int ck_format_block(ck_format format) { return shapes[format].weights; }

size_t ck_format_block_bytes(ck_format format) { return (size_t)shapes[format].bytes; }

int ck_format_activation_block(ck_format format) { return shapes[format].activation_block; }

size_t ck_strip_bytes(ck_format format, int columns) {
  return (size_t)(columns / shapes[format].weights) * (size_t)shapes[format].bytes * CK_STRIP;
}
