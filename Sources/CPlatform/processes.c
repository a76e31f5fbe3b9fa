// Starting other programs.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

int cp_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int64_t cp_spawn(const char *path, char *const arguments[], char *const environment[], int output, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) goto failed;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    goto failed;
  }
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  // Signals that this process ignores would stay ignored in the child.
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGTERM);
  pid_t process = 0;
  if ((code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, output, 1)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, errors, 2)) == 0 &&
      (code = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
      (code = posix_spawnattr_setsigdefault(&attributes, &defaults)) == 0 &&
      (code = posix_spawnattr_setpgroup(&attributes, 0)) == 0 &&
      (code = posix_spawnattr_setflags(
           &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)) == 0) {
    code = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (code == 0) return process;
failed:
  errno = code;
  return -1;
}
