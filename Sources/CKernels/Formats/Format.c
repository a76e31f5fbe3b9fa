// What is known of each tensor format without looking at a weight.
#include "Shape.h"

bool ck_format_known(int format) {
  return format >= 0 && format < (int)(sizeof ck_shapes / sizeof *ck_shapes) && ck_shapes[format].weights > 0;
}

int ck_format_block(ck_format format) { return ck_shapes[format].weights; }

size_t ck_format_block_bytes(ck_format format) { return (size_t)ck_shapes[format].bytes; }

int ck_format_activation_block(ck_format format) { return ck_shapes[format].activation_block; }

size_t ck_strip_bytes(ck_format format, int columns) {
  return (size_t)(columns / ck_shapes[format].weights) * (size_t)ck_shapes[format].packed_bytes * CK_STRIP;
}
