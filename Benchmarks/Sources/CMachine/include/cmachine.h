// What one core of this machine can do at best, as the measure for the kernels.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The instruction set of a peak loop.
typedef enum { MACHINE_PLAIN = 0, MACHINE_AVX2 = 1, MACHINE_AVX512 = 2, MACHINE_NEON = 3 } machine_path;

/// Runs `rounds` rounds of independent int8 dot products in registers and returns how many operations (a multiplication
/// or an addition) that was; 0 where the path has no such instruction.
double machine_dot_products(machine_path path, long rounds);

/// Reads `bytes` bytes and returns a value that depends on all of them.
uint64_t machine_read(machine_path path, const void *memory, size_t bytes);

/// Zeroed memory, on pages of 2 MiB where the system gives them; freed with `free`.
void *machine_allocate(size_t bytes);
