// Files, locks and terminals: thin covers of system calls.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int cp_sync(int descriptor) {
#ifdef __APPLE__
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
#endif
  int result;
  do {
    result = fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  // Some file systems can't flush a folder and say so; there is nothing left to do for them.
  if (result != 0 && (errno == EINVAL || errno == ENOTSUP)) return 0;
  return result;
}

int cp_try_lock(int descriptor) {
  int result;
  do {
    result = flock(descriptor, LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  return result;
}

bool cp_process_exists(int64_t process) {
  if (process <= 0 || process > INT32_MAX) return false;
  return kill((pid_t)process, 0) == 0 || errno == EPERM;
}

int cp_terminal_width(int descriptor) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

void cp_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

int cp_touch(const char *path) { return utimensat(AT_FDCWD, path, NULL, 0); }
