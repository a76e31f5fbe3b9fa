// Files and locks: thin covers of system calls.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif
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

bool cp_lacks_file_events(const char *path) {
#ifdef __linux__
  struct statfs status;
  if (statfs(path, &status) != 0) return false;
  // The numbers of linux/magic.h and statfs(2), by the file systems' names there.
  switch ((uint32_t)status.f_type) {
    case 0x6969:      // NFS
    case 0x517B:      // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB2
    case 0x01021997:  // V9FS
    case 0x65735546:  // FUSE, virtiofs with it
    case 0x786F4256:  // VBOXSF
    case 0x00C36400:  // CEPH
    case 0x5346414F:  // AFS
    case 0x73757245:  // CODA
    case 0x564C:      // NCP
      return true;
    default:
      return false;
  }
#else
  (void)path;
  return false;
#endif
}

void cp_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

int cp_touch(const char *path) { return utimensat(AT_FDCWD, path, NULL, 0); }
