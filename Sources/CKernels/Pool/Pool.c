// The worker pool: a job's chunks are handed out from one counter to the caller and to workers that spin for a moment
// between jobs and then sleep.
//
// The counter is a 64-bit ticket: the job's number above, its chunks not yet taken below. A thread takes a chunk by
// exchanging (job, n) for (job, n - 1) after it has read the job's fields. Success proves that the fields belong to
// that job: the caller writes new ones only when every chunk is done, and this one was not even taken. So nobody waits
// for workers, only for chunks, and a worker that was held up in an old job can neither take a chunk of the next one
// with old fields nor be met by fields that change under it. (A worker would have to sleep for exactly 2^32 jobs to be
// wrong.)
#include "Affinity.h"
#include "Waiting.h"
#include "ckernels.h"
#include <stdlib.h>

/// Pauses before a thread sleeps: about 20 to 100 microseconds, longer than the gaps between the jobs of one token.
enum { SPINS = 2000, CACHE_LINE = 64 };

typedef struct {
  ck_pool *pool;
  int thread;
  pthread_t handle;
} worker;

struct ck_pool {
  _Alignas(CACHE_LINE) _Atomic uint64_t ticket; // job number << 32 | chunks not yet taken
  _Alignas(CACHE_LINE) ck_waiting start;        // counts jobs; workers wait here
  _Alignas(CACHE_LINE) ck_waiting unfinished;   // chunks not yet done; the caller waits here
  // The job: atomic, because a late worker may read while the next one is written, and then drops what it read.
  _Alignas(CACHE_LINE) _Atomic(ck_job) job;
  _Atomic(void *) context;
  _Atomic int chunks;
  atomic_bool stopping;
  atomic_bool running;
  bool pinned;
  int threads;
  worker workers[]; // threads - 1
};

/// Takes and does chunks until none is left.
static void work(ck_pool *pool, int thread) {
  uint32_t done = 0;
  for (;;) {
    uint64_t ticket = atomic_load_explicit(&pool->ticket, memory_order_acquire);
    int left = (int)(uint32_t)ticket;
    if (left == 0) break;
    ck_job job = atomic_load_explicit(&pool->job, memory_order_relaxed);
    void *context = atomic_load_explicit(&pool->context, memory_order_relaxed);
    int chunks = atomic_load_explicit(&pool->chunks, memory_order_relaxed);
    if (!atomic_compare_exchange_strong(&pool->ticket, &ticket, ticket - 1)) continue;
    job(context, chunks - left, thread);
    done += 1;
  }
  // The job cannot end before this thread says what it did, so `done` is of one job only.
  if (done > 0 && atomic_fetch_sub(&pool->unfinished.word, done) == done) ck_wake_all(&pool->unfinished);
}

static void *run_worker(void *argument) {
  worker *self = argument;
  ck_pool *pool = self->pool;
  if (pool->pinned) ck_affinity_pin(self->thread);
  for (uint32_t seen = 0;;) {
    seen = ck_wait_while_equal(&pool->start, seen, SPINS);
    if (atomic_load_explicit(&pool->stopping, memory_order_relaxed)) return 0;
    work(pool, self->thread);
  }
}

ck_pool *ck_pool_create(int threads) {
  if (threads < 1) threads = 1;
  size_t bytes = sizeof(ck_pool) + (size_t)(threads - 1) * sizeof(worker);
  ck_pool *pool = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
  if (!pool) return 0;
  atomic_init(&pool->ticket, 0);
  ck_waiting_init(&pool->start);
  ck_waiting_init(&pool->unfinished);
  atomic_init(&pool->job, 0);
  atomic_init(&pool->context, 0);
  atomic_init(&pool->chunks, 0);
  atomic_init(&pool->stopping, false);
  atomic_init(&pool->running, false);
  pool->pinned = threads <= ck_affinity_count();
  int started = 1; // the caller
  while (started < threads) {
    worker *next = &pool->workers[started - 1];
    next->pool = pool;
    next->thread = started;
    if (pthread_create(&next->handle, 0, run_worker, next) != 0) break;
    started += 1;
  }
  pool->threads = started;
  return pool;
}

void ck_pool_destroy(ck_pool *pool) {
  if (!pool) return;
  atomic_store(&pool->stopping, true);
  atomic_fetch_add(&pool->start.word, 1);
  ck_wake_all(&pool->start);
  for (int i = 0; i < pool->threads - 1; i++) pthread_join(pool->workers[i].handle, 0);
  ck_waiting_destroy(&pool->start);
  ck_waiting_destroy(&pool->unfinished);
  free(pool);
}

int ck_pool_threads(const ck_pool *pool) { return pool->threads; }

void ck_pool_run(ck_pool *pool, ck_job job, void *context, int chunks) {
  if (atomic_exchange(&pool->running, true)) __builtin_trap(); // a second caller, or a job that runs a job
  if (pool->threads == 1 || chunks <= 1) {
    for (int i = 0; i < chunks; i++) job(context, i, 0);
  } else {
    atomic_store_explicit(&pool->job, job, memory_order_relaxed);
    atomic_store_explicit(&pool->context, context, memory_order_relaxed);
    atomic_store_explicit(&pool->chunks, chunks, memory_order_relaxed);
    atomic_store_explicit(&pool->unfinished.word, (uint32_t)chunks, memory_order_relaxed);
    uint64_t number = (atomic_load_explicit(&pool->ticket, memory_order_relaxed) >> 32) + 1;
    atomic_store(&pool->ticket, number << 32 | (uint32_t)chunks);
    atomic_fetch_add(&pool->start.word, 1);
    ck_wake_all(&pool->start);
    work(pool, 0);
    uint32_t left;
    while ((left = atomic_load(&pool->unfinished.word)) > 0) ck_wait_while_equal(&pool->unfinished, left, SPINS);
  }
  atomic_store(&pool->running, false);
}
