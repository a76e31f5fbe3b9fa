// Attention for NEON.
#if defined(__aarch64__)
#include "AttentionTable.h"
#include <math.h>

#pragma STDC FP_CONTRACT OFF
#include "../Functions/LanesNEON.h"
#define TABLE ck_attention_neon
#define TILE_VECTORS(R) ((R) == 1 ? 4 : (R) == 2 ? 2 : 1) // four registers each: 24 of 32 for 6 rows
#include "AttentionVector.h"
#endif
