// A checksum that runs at the speed of memory: eight lanes of 64 bits, each word multiplied into the lane of its place.
// Every step is a bijection of lane and of word, so that a change of one word always changes the result; of random
// changes of several words one in 2^64 goes unseen. It finds accidents, not forgeries.
#include "cplatform.h"

#include <string.h>

enum { LANES = 8 };

static const uint64_t lane_factor = 0x9E3779B97F4A7C15u;  // odd, about 2^64 / golden ratio

void cp_checksum(const uint8_t *bytes, size_t count, uint64_t lanes[8]) {
  uint64_t lane[LANES];
  for (int i = 0; i < LANES; i++) lane[i] = (uint64_t)(i + 1) * lane_factor;
  size_t whole = count / (8 * LANES) * (8 * LANES);
  for (size_t at = 0; at < whole; at += 8 * LANES) {
    for (int i = 0; i < LANES; i++) {
      uint64_t word;
      memcpy(&word, bytes + at + 8 * i, 8);
      lane[i] = (lane[i] ^ word) * lane_factor;
      lane[i] ^= lane[i] >> 32;
    }
  }
  if (whole < count) {
    uint64_t rest[LANES] = {0};
    memcpy(rest, bytes + whole, count - whole);
    for (int i = 0; i < LANES; i++) {
      lane[i] = (lane[i] ^ rest[i]) * lane_factor;
      lane[i] ^= lane[i] >> 32;
    }
  }
  for (int i = 0; i < LANES; i++) lanes[i] = lane[i] ^ (uint64_t)count;
}
