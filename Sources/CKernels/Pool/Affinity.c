// CPU affinity: on Linux the scheduler's mask, elsewhere the number of CPUs that are online and no pinning.
#if defined(__linux__)
#define _GNU_SOURCE
#include <sched.h>
#endif
#include "Affinity.h"
#include "ckernels.h"
#include <unistd.h>

int ck_affinity_count(void) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

bool ck_affinity_pin(int index) {
#if defined(__linux__)
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return false;
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (CPU_ISSET(cpu, &allowed) && index-- == 0) {
      CPU_SET(cpu, &one);
      return sched_setaffinity(0, sizeof one, &one) == 0;
    }
  }
#endif
  (void)index;
  return false;
}
