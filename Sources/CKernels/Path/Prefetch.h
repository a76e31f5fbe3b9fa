// Whether weights that are streamed from memory should be prefetched by software.
#pragma once
#include <stdbool.h>

/// True on processors whose own prefetcher falls behind the work of a kernel. Measured for a single column, one thread,
/// weights in DRAM: Intel of the Sapphire Rapids class, 50...69 % of a plain read without and 80...92 % with it; AMD
/// Zen 4, 37...41 GB/s without and 29...35 GB/s with it.
bool ck_weights_want_prefetch(void);
