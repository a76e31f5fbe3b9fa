// The scalar path on a machine that has fma as an instruction: the same plain C, without calls into the C library.
#ifdef __x86_64__
#include "LanesPlain.h"

#pragma clang attribute push(__attribute__((target("fma"))), apply_to = function)
#define PATH_NAME plain_fma
#include "Define.h"
#pragma clang attribute pop
#endif
