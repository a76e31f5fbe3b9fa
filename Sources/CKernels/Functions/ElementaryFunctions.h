// exp, tanh and the activation functions made of them, written once for one number and for 16 lanes: this text is the
// definition, and every path compiles it. It is included with REAL (float, or a vector of floats), INTEGER (its bits)
// and FUNCTION(name) defined, and has no include guard. Each operation rounds once, in the order written; nothing is
// contracted. Coefficients: Chebyshev interpolation of (e^r - 1 - r) / r^2 on |r| <= ln 2 / 2, degree 4, rounded to
// float. Inputs that are not a number are outside the contract.

#include "Inline.h"

#define FMA __builtin_elementwise_fma

INLINE REAL FUNCTION(from_bits)(INTEGER bits) {
  REAL x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

INLINE INTEGER FUNCTION(to_bits)(REAL x) {
  INTEGER bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// x = n ln 2 + r with |r| <= ln 2 / 2 (a little more where n rounds the other way); returns n as an integer.
INLINE INTEGER FUNCTION(reduce_by_ln2)(REAL x, REAL *r) {
  REAL shifted = FMA(x, (REAL)0x1.715476p+0f, (REAL)0x1.8p23f); // x log2(e), rounded half to even in the low bits
  REAL n = shifted - (REAL)0x1.8p23f;
  *r = FMA(n, (REAL)-0x1.62e4p-1f, x);     // ln 2, leading 17 bits: n times it is exact
  *r = FMA(n, (REAL)-0x1.7f7d1cp-20f, *r); // and the rest
  return FUNCTION(to_bits)(shifted) - 0x4b400000;
}

/// (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2.
INLINE REAL FUNCTION(exp_tail)(REAL r) {
  REAL p = FMA(r, (REAL)0x1.6d117cp-10f, (REAL)0x1.120be2p-7f);
  p = FMA(p, r, (REAL)0x1.555518p-5f);
  p = FMA(p, r, (REAL)0x1.5554dcp-3f);
  return FMA(p, r, (REAL)0.5f);
}

/// 2^n for -127 < n < 128.
INLINE REAL FUNCTION(power_of_two)(INTEGER n) { return FUNCTION(from_bits)((n + 127) << 23); }

/// e^x. exp(0) = 1; 0 below -104; infinity from 88.73 on; subnormal results are rounded once.
INLINE REAL FUNCTION(exp)(REAL x) {
  x = (x < (REAL)-104.0f) ? (REAL)-104.0f : x;
  x = (x > (REAL)89.0f) ? (REAL)89.0f : x;
  REAL r;
  INTEGER n = FUNCTION(reduce_by_ln2)(x, &r);
  REAL p = FMA(FUNCTION(exp_tail)(r), r, (REAL)1.0f);
  p = FMA(p, r, (REAL)1.0f);
  INTEGER half = n >> 1; // two factors, because 2^n alone may be neither a normal number nor finite
  return p * FUNCTION(power_of_two)(half) * FUNCTION(power_of_two)(n - half);
}

/// tanh(x) = E / (E + 2) with E = e^(2|x|) - 1 from 0.55 on, |x| + |x|^3 P(x^2) below, and the sign of x. Odd;
/// exactly x for subnormals, +-1 from 10 on. P: Chebyshev interpolation of (tanh(x) / x - 1) / x^2, degree 4 in x^2.
INLINE REAL FUNCTION(tanh)(REAL x) {
  INTEGER sign = FUNCTION(to_bits)(x) & (INTEGER)INT32_MIN;
  REAL a = FUNCTION(from_bits)(FUNCTION(to_bits)(x) & (INTEGER)INT32_MAX);
  a = (a > (REAL)10.0f) ? (REAL)10.0f : a;

  REAL square = a * a;
  REAL p = FMA(square, (REAL)-0x1.b13538p-8f, (REAL)0x1.5d220ep-6f);
  p = FMA(p, square, (REAL)-0x1.b9a044p-5f);
  p = FMA(p, square, (REAL)0x1.110feap-3f);
  p = FMA(p, square, (REAL)-0x1.555554p-2f);
  REAL small = FMA(p * square, a, a);

  REAL r;
  INTEGER n = FUNCTION(reduce_by_ln2)(a + a, &r);
  REAL less_one = FMA(r * r, FUNCTION(exp_tail)(r), r); // e^r - 1
  REAL scale = FUNCTION(power_of_two)(n);
  REAL e = FMA(scale, less_one, scale - (REAL)1.0f);    // 2^n (e^r - 1) + (2^n - 1)
  REAL large = e / (e + (REAL)2.0f);

  return FUNCTION(from_bits)(FUNCTION(to_bits)((a < (REAL)0.55f) ? small : large) | sign);
}

/// x / (1 + e^-x).
INLINE REAL FUNCTION(silu)(REAL x) { return x / ((REAL)1.0f + FUNCTION(exp)(-x)); }

/// x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
INLINE REAL FUNCTION(gelu)(REAL x) {
  REAL cube = x * x * x;
  REAL u = (REAL)0x1.988454p-1f * FMA(cube, (REAL)0x1.6e4e26p-5f, x);
  return ((REAL)0.5f * x) * ((REAL)1.0f + FUNCTION(tanh)(u));
}

/// cap tanh(x / cap).
INLINE REAL FUNCTION(softcap)(REAL x, REAL cap) { return cap * FUNCTION(tanh)(x / cap); }

#undef FMA
#undef REAL
#undef INTEGER
#undef FUNCTION
