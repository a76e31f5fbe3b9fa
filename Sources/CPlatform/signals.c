// Ctrl-C and a polite kill as bytes in a pipe. The handler does only what a signal handler may: it counts, writes,
// exits.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static int ends[2] = {-1, -1};
static atomic_int interruptions = 0;

static void interrupted(int number) {
  (void)number;
  const int saved = errno;
  const char byte = 0;
  if (atomic_fetch_add(&interruptions, 1) > 0 || write(ends[1], &byte, 1) < 0) {
    cp_terminal_leave();
    _exit(130);
  }
  errno = saved;
}

int cp_watch_interruptions(void) {
  if (ends[0] < 0) {
    if (pipe(ends) != 0) return -1;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  }
  atomic_store(&interruptions, 0);
  struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  return sigaction(SIGINT, &action, NULL) == 0 && sigaction(SIGTERM, &action, NULL) == 0 ? ends[0] : -1;
}

void cp_unwatch_interruptions(void) {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}
