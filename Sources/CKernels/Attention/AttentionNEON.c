// Attention for NEON.
#if defined(__aarch64__)
#include "AttentionTable.h"
#include <math.h>

#pragma STDC FP_CONTRACT OFF
#include "../Functions/LanesNEON.h"
#define TABLE ck_attention_neon
#define TILE_ROWS 3
#define TILE_VECTORS 2
#include "AttentionVector.h"
#endif
