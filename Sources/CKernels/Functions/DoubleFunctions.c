// sin, cos, exp and log of double numbers, for the tables of the rotary embedding and for sampling: IEEE operations and
// fma only, so that the bits are those of the formula and not of a library. Each reduces its argument to a pair of
// doubles, evaluates a truncated power series whose rest is below 2^-57, and adds the small terms first: the error is
// below one unit in the last place.
#include "ckernels.h"
#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

/// An unevaluated sum: `low` is at most half a unit in the last place of `high`.
typedef struct {
  double high, low;
} pair;

static pair two_sum(double a, double b) {
  double sum = a + b, part = sum - a;
  return (pair){sum, (a - (sum - part)) + (b - part)};
}

static double power_of_two(int n) { // -1022 ... 1023
  uint64_t bits = (uint64_t)(n + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// Horner's rule, the coefficient of the highest power first.
static double series(const double *coefficients, int count, double x) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum = fma(sum, x, coefficients[i]);
  return sum;
}

// ---- sin, cos

/// x = n pi/2 + r, |r| <= pi/4 or a little more; returns r and n mod 4. pi/2 is taken as three doubles, 160 bits: for
/// |x| < 2^31 the first subtraction is exact, and the rest is small against the smallest r that can occur.
static pair reduce_by_half_pi(double x, int *quadrant) {
  double n = rint(x * 0x1.45f306dc9c883p-1);
  double r = fma(-n, 0x1.921fb54442d18p+0, x);
  double middle = n * 0x1.1a62633145c07p-54;
  double middle_rest = fma(n, 0x1.1a62633145c07p-54, -middle);
  pair sum = two_sum(r, -middle);
  sum.low = sum.low - fma(n, -0x1.f1976b7ed8fbcp-110, middle_rest);
  *quadrant = (int)((int64_t)n & 3);
  return two_sum(sum.high, sum.low);
}

static double sine_near_zero(pair r) {
  static const double c[] = {1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800,
                             1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6};
  double z = r.high * r.high;
  return r.high + fma(z * r.high, series(c, 8, z), r.low * (1 - 0.5 * z));
}

static double cosine_near_zero(pair r) {
  static const double c[] = {-1.0 / 6402373705728000, 1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600,
                             -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24};
  double z = r.high * r.high, half = 0.5 * z;
  double half_rest = fma(0.5 * r.high, r.high, -half) + r.high * r.low;
  pair sum = two_sum(1, -half);
  return sum.high + (sum.low + fma(z * z, series(c, 8, z), -half_rest));
}

double ck_sin(double x) {
  if (x == 0) return x;
  int quadrant;
  pair r = reduce_by_half_pi(x, &quadrant);
  double value = quadrant & 1 ? cosine_near_zero(r) : sine_near_zero(r);
  return quadrant & 2 ? -value : value;
}

double ck_cos(double x) {
  int quadrant;
  pair r = reduce_by_half_pi(x, &quadrant);
  double value = quadrant & 1 ? sine_near_zero(r) : cosine_near_zero(r);
  return quadrant == 1 || quadrant == 2 ? -value : value;
}

// ---- exp, log

static const double ln2_high = 0x1.62e42fefa39efp-1, ln2_low = 0x1.abc9e3b39803fp-56;

double ck_exp(double x) {
  static const double c[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880,
                             1.0 / 40320,      1.0 / 5040,      1.0 / 720,      1.0 / 120,     1.0 / 24,
                             1.0 / 6,          0.5};
  if (x != x) return x;
  if (x < -746) return 0;
  if (x > 710) return INFINITY;
  double n = rint(x * 0x1.71547652b82fep+0);
  double r = fma(-n, ln2_high, x);
  pair sum = two_sum(r, -(n * ln2_low));
  double value = 1 + (sum.high + fma(sum.high * sum.high, series(c, 12, sum.high), sum.low));
  int half = (int)n / 2; // two factors: 2^n alone may be neither a normal number nor finite
  return value * power_of_two(half) * power_of_two((int)n - half);
}

/// log x = n ln 2 + 2 artanh(s), s = (m - 1) / (m + 1), x = 2^n m, m within [sqrt(1/2), sqrt(2)): |s| < 0.172.
double ck_log(double x) {
  static const double c[] = {2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13,
                             2.0 / 11, 2.0 / 9,  2.0 / 7,  2.0 / 5,  2.0 / 3};
  // ln 2 to 42 bits, so that n times it is exact, and the rest.
  const double leading = 0x1.62e42fefa38p-1, rest = 0x1.ef35793c7673p-45;
  if (x != x || x == INFINITY) return x;
  if (x < 0) return NAN;
  if (x == 0) return -INFINITY;
  int n = 0;
  if (x < 0x1p-1022) { // subnormal
    x *= 0x1p54;
    n = -54;
  }
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  n += (int)(bits >> 52) - 1023;
  bits = (bits & 0xfffffffffffff) | 0x3ff0000000000000;
  double m;
  memcpy(&m, &bits, sizeof m);
  if (m >= 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    n += 1;
  }
  double f = m - 1, denominator = m + 1, denominator_rest = m - (denominator - 1);
  double s = f / denominator;
  double s_rest = (fma(-s, denominator, f) - s * denominator_rest) / denominator;
  double z = s * s;
  pair sum = two_sum(n * leading, 2 * s);
  return sum.high + (sum.low + fma(s * z, series(c, 11, z), fma(n, rest, 2 * s_rest)));
}
