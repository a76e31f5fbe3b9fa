// See Waiting.h.
#if defined(__linux__)
#define _GNU_SOURCE
#include <linux/futex.h>
#include <limits.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#include "Waiting.h"

static void spin_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

void ck_waiting_init(ck_waiting *waiting) {
  atomic_init(&waiting->word, 0);
  atomic_init(&waiting->sleepers, 0);
#if !defined(__linux__)
  pthread_mutex_init(&waiting->mutex, 0);
  pthread_cond_init(&waiting->changed, 0);
#endif
}

void ck_waiting_destroy(ck_waiting *waiting) {
#if !defined(__linux__)
  pthread_mutex_destroy(&waiting->mutex);
  pthread_cond_destroy(&waiting->changed);
#else
  (void)waiting;
#endif
}

static void sleep_while_equal(ck_waiting *waiting, uint32_t value) {
#if defined(__linux__)
  syscall(SYS_futex, &waiting->word, FUTEX_WAIT_PRIVATE, value, 0, 0, 0);
#else
  pthread_mutex_lock(&waiting->mutex);
  while (atomic_load(&waiting->word) == value) pthread_cond_wait(&waiting->changed, &waiting->mutex);
  pthread_mutex_unlock(&waiting->mutex);
#endif
}

uint32_t ck_wait_while_equal(ck_waiting *waiting, uint32_t value, int spins) {
  for (int i = 0; i < spins; i++) {
    uint32_t now = atomic_load_explicit(&waiting->word, memory_order_acquire);
    if (now != value) return now;
    spin_pause();
  }
  atomic_fetch_add(&waiting->sleepers, 1);
  uint32_t now;
  while ((now = atomic_load(&waiting->word)) == value) sleep_while_equal(waiting, value);
  atomic_fetch_sub(&waiting->sleepers, 1);
  return now;
}

void ck_wake_all(ck_waiting *waiting) {
  if (atomic_load(&waiting->sleepers) == 0) return;
#if defined(__linux__)
  syscall(SYS_futex, &waiting->word, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
#else
  pthread_mutex_lock(&waiting->mutex);
  pthread_cond_broadcast(&waiting->changed);
  pthread_mutex_unlock(&waiting->mutex);
#endif
}
