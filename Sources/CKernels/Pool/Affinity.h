// The CPUs that this process may run on, and pinning the calling thread to one of them. Private to the target.
#pragma once
#include <stdbool.h>

/// Pins the calling thread to the allowed CPU number `index`, counted from 0; false where the system cannot.
bool ck_affinity_pin(int index);
