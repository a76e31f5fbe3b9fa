// Memory as the engine has it.
#pragma once
#include <stddef.h>

/// Zeroed memory, on pages of 2 MiB where the system gives them; freed with `free`.
void *machine_allocate(size_t bytes);
