// SHA-256 as FIPS 180-4 defines it, in plain C and with the x86 SHA instructions, which compute the same.
#include "cplatform.h"

#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate_right(uint32_t x, int by) { return (x >> by) | (x << (32 - by)); }

static uint32_t read_big_endian(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void compress_scalar(uint32_t state[8], const uint8_t *block, size_t blocks) {
  for (; blocks > 0; blocks--, block += 64) {
    uint32_t w[64];
    for (int t = 0; t < 16; t++) w[t] = read_big_endian(block + 4 * t);
    for (int t = 16; t < 64; t++) {
      uint32_t s0 = rotate_right(w[t - 15], 7) ^ rotate_right(w[t - 15], 18) ^ (w[t - 15] >> 3);
      uint32_t s1 = rotate_right(w[t - 2], 17) ^ rotate_right(w[t - 2], 19) ^ (w[t - 2] >> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; t++) {
      uint32_t S1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
      uint32_t t1 = h + S1 + ((e & f) ^ (~e & g)) + round_constants[t] + w[t];
      uint32_t S0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
      uint32_t t2 = S0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

#if defined(__x86_64__)
// The instructions want the state as the words (f e b a) and (h g d c), lowest lane first, and take four rounds at a
// time: two with the low half of `message + constants`, two with its high half.
__attribute__((target("sha,sse4.1,ssse3"))) static void compress_x86(uint32_t state[8], const uint8_t *block,
                                                                       size_t blocks) {
  const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  __m128i feba = _mm_set_epi32((int)state[0], (int)state[1], (int)state[4], (int)state[5]);
  __m128i hgdc = _mm_set_epi32((int)state[2], (int)state[3], (int)state[6], (int)state[7]);
  for (; blocks > 0; blocks--, block += 64) {
    const __m128i feba_before = feba, hgdc_before = hgdc;
    __m128i w[4];
    for (int i = 0; i < 4; i++) w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(block + 16 * i)), swap);
    for (int group = 0; group < 16; group++) {
      const __m128i now = w[group & 3];
      const __m128i sum = _mm_add_epi32(now, _mm_loadu_si128((const __m128i *)(round_constants + 4 * group)));
      hgdc = _mm_sha256rnds2_epu32(hgdc, feba, sum);
      feba = _mm_sha256rnds2_epu32(feba, hgdc, _mm_shuffle_epi32(sum, 0x0e));
      if (group < 12) {
        // Four words of the schedule, sixteen rounds ahead, in the place of those that are used up.
        const __m128i next = w[(group + 1) & 3], third = w[(group + 2) & 3], fourth = w[(group + 3) & 3];
        __m128i ahead = _mm_sha256msg1_epu32(now, next);
        ahead = _mm_add_epi32(ahead, _mm_alignr_epi8(fourth, third, 4));
        w[group & 3] = _mm_sha256msg2_epu32(ahead, fourth);
      }
    }
    feba = _mm_add_epi32(feba, feba_before);
    hgdc = _mm_add_epi32(hgdc, hgdc_before);
  }
  uint32_t low[4], high[4];
  _mm_storeu_si128((__m128i *)low, feba);
  _mm_storeu_si128((__m128i *)high, hgdc);
  state[0] = low[3], state[1] = low[2], state[4] = low[1], state[5] = low[0];
  state[2] = high[3], state[3] = high[2], state[6] = high[1], state[7] = high[0];
}
#endif

bool cp_sha256_path_available(cp_sha256_path path) {
  if (path == CP_SHA256_SCALAR) return true;
#if defined(__x86_64__)
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 29));
#else
  return false;
#endif
}

cp_sha256_path cp_sha256_path_best(void) {
  return cp_sha256_path_available(CP_SHA256_X86) ? CP_SHA256_X86 : CP_SHA256_SCALAR;
}

static void compress(cp_sha256_path path, uint32_t state[8], const uint8_t *block, size_t blocks) {
#if defined(__x86_64__)
  if (path == CP_SHA256_X86) {
    compress_x86(state, block, blocks);
    return;
  }
#endif
  (void)path;
  compress_scalar(state, block, blocks);
}

void cp_sha256_start(cp_sha256 *hash) {
  static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memset(hash, 0, sizeof *hash);
  memcpy(hash->state, initial, sizeof initial);
}

void cp_sha256_update(cp_sha256_path path, cp_sha256 *hash, const uint8_t *bytes, size_t count) {
  size_t held = hash->byte_count % 64;
  hash->byte_count += count;
  if (held > 0) {
    size_t taken = count < 64 - held ? count : 64 - held;
    memcpy(hash->pending + held, bytes, taken);
    bytes += taken, count -= taken;
    if (held + taken < 64) return;
    compress(path, hash->state, hash->pending, 1);
  }
  if (count >= 64) compress(path, hash->state, bytes, count / 64);
  if (count % 64 > 0) memcpy(hash->pending, bytes + count / 64 * 64, count % 64);
}

void cp_sha256_finish(cp_sha256_path path, cp_sha256 *hash, uint8_t *digest) {
  const uint64_t bits = hash->byte_count * 8;
  size_t held = hash->byte_count % 64;
  hash->pending[held++] = 0x80;
  if (held > 56) {
    memset(hash->pending + held, 0, 64 - held);
    compress(path, hash->state, hash->pending, 1);
    held = 0;
  }
  memset(hash->pending + held, 0, 56 - held);
  for (int i = 0; i < 8; i++) hash->pending[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
  compress(path, hash->state, hash->pending, 1);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 4; j++) digest[4 * i + j] = (uint8_t)(hash->state[i] >> (24 - 8 * j));
}
