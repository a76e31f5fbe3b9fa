#define _GNU_SOURCE
#include "cmachine.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static size_t whole_pages(size_t bytes) {
  const size_t page = 2 << 20;
  return (bytes + page - 1) / page * page;
}

void *machine_allocate(size_t bytes) {
  void *memory = 0;
  if (posix_memalign(&memory, 2 << 20, whole_pages(bytes)) != 0) return 0;
#ifdef MADV_HUGEPAGE
  madvise(memory, whole_pages(bytes), MADV_HUGEPAGE);
#endif
  memset(memory, 0, bytes);
  return memory;
}

