// A program with a supervisor: a process between this one and the program whose only work is to leave nothing of the
// program behind. Whatever the program starts and abandons becomes a child of the supervisor (Linux), which kills it. The
// supervisor ends the program when the program ends, when it is told to, and when this process is gone.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cplatform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#endif

// Between fork and exec, and in the supervisor, only what may be called after the fork of a process with threads: no
// memory is allocated and no stream is opened.

// The highest descriptor that the program could inherit.
static const int descriptor_limit = 4096;

static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  for (int i = first; i < descriptor_limit; i++) close(i);
}

#ifdef __linux__
// The number of a text of digits; 0 for any other.
static pid_t number_of(const char *text) {
  long value = 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9' || value > 100000000) return 0;
    value = value * 10 + (*text - '0');
  }
  return (pid_t)value;
}

// The parent of a process, from its line in /proc; 0 where there is none.
static pid_t parent_of(pid_t process) {
  char path[32] = "/proc/", digits[16], line[512];
  size_t length = 6, count = 0;
  for (pid_t rest = process; rest > 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
  while (count > 0) path[length++] = digits[--count];
  memcpy(path + length, "/stat", 6);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t size = read(file, line, sizeof line - 1);
  close(file);
  if (size <= 0) return 0;
  line[size] = 0;
  // The name may hold anything; the last parenthesis ends it. Then: " S 123".
  char *end = strrchr(line, ')');
  if (!end || strlen(end) < 5) return 0;
  char *from = end + 4;
  from[strcspn(from, " ")] = 0;
  return number_of(from);
}

// As the system hands out the entries of a folder.
struct folder_entry {
  uint64_t inode;
  int64_t offset;
  uint16_t size;
  uint8_t type;
  char name[];
};

// Kills every child of this process. Returns how many.
static int kill_children(void) {
  int killed = 0;
  const pid_t self = getpid();
  int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  static _Alignas(struct folder_entry) char buffer[1 << 15];
  long size;
  while ((size = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < size;) {
      struct folder_entry *entry = (struct folder_entry *)(buffer + at);
      at += entry->size;
      pid_t process = number_of(entry->name);
      if (process > 1 && parent_of(process) == self && kill(process, SIGKILL) == 0) killed++;
    }
  }
  close(folder);
  return killed;
}
#else
static int kill_children(void) { return 0; }
#endif

// Ends the program, its group and all that they have left, and takes their ends. Returns the program's status word, or -1
// where it was known before.
static int end_all(pid_t program, bool is_running) {
  int word = -1;
  kill(-program, SIGKILL);
  // What is orphaned by one round is a child in the next.
  for (int round = 0; round < 2000; round++) {
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended == program) word = status, is_running = false;
    }
    if (ended < 0 && errno == ECHILD) break;
    kill(-program, SIGKILL);
    kill_children();
    poll(NULL, 0, round < 20 ? 1 : 10);
  }
  return is_running ? -1 : word;
}

static void report(int to, int32_t kind, int32_t value) {
  const int32_t message[2] = {kind, value};
  ssize_t ignored = write(to, message, sizeof message);
  (void)ignored;
}

static void become_program(const cp_program *program, int failures, unsigned long process_limit) {
  setpgid(0, 0);
  for (int i = 1; i < 32; i++) signal(i, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#ifdef __linux__
  struct rlimit processes;
  if (process_limit > 0 && getrlimit(RLIMIT_NPROC, &processes) == 0 && processes.rlim_max > process_limit) {
    processes.rlim_cur = processes.rlim_max = process_limit;
    setrlimit(RLIMIT_NPROC, &processes);
  }
#else
  (void)process_limit;
#endif
  int error = 0;
  if (program->folder && chdir(program->folder) != 0) error = errno;
  if (!error) {
    if (dup2(program->input, 0) < 0 || dup2(program->output, 1) < 0 || dup2(program->errors, 2) < 0) error = errno;
  }
  if (!error) {
    if (failures != 3) {
      if (dup2(failures, 3) < 0) error = errno;
    }
    fcntl(3, F_SETFD, FD_CLOEXEC);
    close_from(4);
    execve(program->path, program->arguments, program->environment);
    error = errno;
    failures = 3;
  }
  const int32_t code = error;
  ssize_t ignored = write(failures, &code, sizeof code);
  (void)ignored;
  _exit(127);
}

static void supervise(const cp_program *program, int control, int reports, unsigned long process_limit) {
  setsid();
  for (int i = 1; i < 32; i++) signal(i, i == SIGCHLD ? SIG_DFL : SIG_IGN);
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  int failures[2];
  if (cp_pipe(failures) != 0) {
    report(reports, CP_NOT_STARTED, errno);
    _exit(0);
  }
  pid_t child = fork();
  if (child == 0) {
    close(failures[0]);
    close(control);
    close(reports);
    // Clear of the places that the program's own files take.
    int kept = fcntl(failures[1], F_DUPFD, 10);
    become_program(program, kept < 0 ? failures[1] : kept, process_limit);
  }
  if (child < 0) {
    report(reports, CP_NOT_STARTED, errno);
    _exit(0);
  }
  setpgid(child, child);
  close(failures[1]);
  int32_t code = 0;
  ssize_t got;
  do {
    got = read(failures[0], &code, sizeof code);
  } while (got < 0 && errno == EINTR);
  if (got == (ssize_t)sizeof code) {
    end_all(child, true);
    report(reports, CP_NOT_STARTED, code);
    _exit(0);
  }
  report(reports, CP_STARTED, (int32_t)child);
  // This process holds none of the program's files: their other ends see the end when the program's side is gone.
  close(failures[0]);
  for (int i = 0; i < descriptor_limit; i++) {
    if (i != control && i != reports) close(i);
  }
  int word = -1;
  for (int wait = 1;;) {
    int status;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended == child) {
      word = status;
      end_all(child, false);
      break;
    }
    if (ended > 0) continue;
    // Anything at all, the end above all, says that it is over.
    struct pollfd told = {.fd = control, .events = POLLIN};
    if (poll(&told, 1, wait) > 0) {
      word = end_all(child, true);
      break;
    }
    if (wait < 10) wait++;
  }
  report(reports, CP_ENDED, word);
  _exit(0);
}

int64_t cp_supervise(const cp_program *program, int *control, int *reports) {
  unsigned long process_limit = 0;
#ifdef __linux__
  struct sysinfo facts;
  if (sysinfo(&facts) == 0) process_limit = (unsigned long)facts.procs + 256;
#endif
  int controls[2], reporting[2];
  if (cp_pipe(controls) != 0) return -1;
  if (cp_pipe(reporting) != 0) {
    const int code = errno;
    close(controls[0]), close(controls[1]);
    errno = code;
    return -1;
  }
  pid_t process = fork();
  if (process == 0) {
    close(controls[1]);
    close(reporting[0]);
    supervise(program, controls[0], reporting[1], process_limit);
  }
  const int code = errno;
  close(controls[0]);
  close(reporting[1]);
  if (process < 0) {
    close(controls[1]);
    close(reporting[0]);
    errno = code;
    return -1;
  }
  *control = controls[1];
  *reports = reporting[0];
  return process;
}

int64_t cp_write_quietly(int descriptor, const uint8_t *bytes, size_t count) {
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  ssize_t written;
  do {
    written = write(descriptor, bytes, count);
  } while (written < 0 && errno == EINTR);
  const int code = errno;
  if (written < 0 && code == EPIPE && !was_pending) {
    // Taken while it is blocked, so that it ends nobody.
    sigset_t now;
    sigpending(&now);
    int number;
    if (sigismember(&now, SIGPIPE)) sigwait(&broken, &number);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return written;
}

int cp_make_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}
