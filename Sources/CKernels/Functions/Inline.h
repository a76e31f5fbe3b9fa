// A function that takes the `target` attribute of whoever calls it must be inlined, also without optimization.
#pragma once

#define INLINE static inline __attribute__((always_inline))
