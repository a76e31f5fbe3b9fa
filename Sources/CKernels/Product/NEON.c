// The product with NEON and its dot product extension.
#ifdef __aarch64__
#include <arm_neon.h>
#include <math.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("dotprod"))), apply_to = function)
#include "LanesNEON.h"
#define PATH_NAME neon
#include "Define.h"
#pragma clang attribute pop
#endif
