// Sleeping until a 32-bit word changes: a futex on Linux, a condition variable elsewhere. Private to the target.
//
// The sleeper announces itself in `sleepers` before it looks at the word, the waker changes the word before it looks at
// `sleepers`, all sequentially consistent: so one of the two sees the other, and no wake-up is lost.
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef struct {
  _Atomic uint32_t word;
  _Atomic uint32_t sleepers;
#if !defined(__linux__)
  pthread_mutex_t mutex;
  pthread_cond_t changed;
#endif
} ck_waiting;

void ck_waiting_init(ck_waiting *waiting);
void ck_waiting_destroy(ck_waiting *waiting);
/// Spins up to `spins` pauses, then sleeps, until the word is not `value`; returns the new value. Acquires.
uint32_t ck_wait_while_equal(ck_waiting *waiting, uint32_t value, int spins);
/// Wakes all that sleep; the caller has changed the word with a sequentially consistent operation.
void ck_wake_all(ck_waiting *waiting);
