// The elementwise functions for NEON.
#if defined(__aarch64__)
#include "FunctionTable.h"
#include <math.h>

#pragma STDC FP_CONTRACT OFF
#include "LanesNEON.h"
#define TABLE ck_functions_neon
#include "FunctionsVector.h"
#endif
