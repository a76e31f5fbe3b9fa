// A terminal that a program takes over, and gives back however it ends. Everything that `cp_terminal_leave` and the handlers
// call is safe in a signal handler: tcsetattr, write, sigaction, raise (POSIX.1-2017, 2.4.3).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <pthread.h>
#include <termios.h>
#include <unistd.h>

// Second screen, hidden cursor, no wrapping (xterm's control sequences; terminals that lack one ignore it).
static const char entering[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char leaving[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static struct termios found;
static struct termios taken;
static int input = -1;
static int output = -1;
static atomic_bool is_taken = false;
static int resizes[2] = {-1, -1};

// What ends a process: a crash, a kill, a terminal that hangs up. SIGINT and SIGTERM are `cp_watch_interruptions`'s.
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGHUP, SIGQUIT};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };
static struct sigaction earlier[fatal_count];

int cp_terminal_width(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int cp_terminal_height(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

static void say(const char *text, size_t count) {
  while (count > 0) {
    const ssize_t written = write(output, text, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    count -= (size_t)written;
  }
}

void cp_terminal_leave(void) {
  if (!atomic_exchange(&is_taken, false)) return;
  const int saved = errno;
  say(leaving, sizeof leaving - 1);
  tcsetattr(input, TCSANOW, &found);
  errno = saved;
}

static void take(void) {
  if (tcsetattr(input, TCSANOW, &taken) != 0) return;
  atomic_store(&is_taken, true);
  say(entering, sizeof entering - 1);
}

static void died(int number) {
  cp_terminal_leave();
  // Delivered as soon as this handler returns, to whom it went before.
  for (int i = 0; i < fatal_count; i++) {
    if (fatal[i] == number) sigaction(number, &earlier[i], NULL);
  }
  raise(number);
}

static void stopped(int number) {
  const int saved = errno;
  const bool was_taken = atomic_load(&is_taken);
  cp_terminal_leave();
  struct sigaction plain = {.sa_handler = SIG_DFL}, own;
  sigemptyset(&plain.sa_mask);
  sigaction(number, &plain, &own);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);  // The process stops here, and goes on here.
  sigaction(number, &own, NULL);
  if (was_taken) take();
  const char byte = 0;
  if (resizes[1] >= 0 && write(resizes[1], &byte, 1) < 0) { /* The pipe is full of the same news. */
  }
  errno = saved;
}

static void resized(int number) {
  (void)number;
  const int saved = errno;
  const char byte = 0;
  if (write(resizes[1], &byte, 1) < 0) { /* The pipe is full of the same news. */
  }
  errno = saved;
}

int cp_terminal_enter(int from, int to) {
  static bool is_prepared = false;
  if (atomic_load(&is_taken)) return 0;
  if (tcgetattr(from, &found) != 0) return -1;
  input = from;
  output = to;
  taken = found;
  taken.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  taken.c_cc[VMIN] = 1;
  taken.c_cc[VTIME] = 0;
  if (!is_prepared) {
    is_prepared = true;
    atexit(cp_terminal_leave);
    struct sigaction action = {.sa_handler = died};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &earlier[i]);
    struct sigaction stop = {.sa_handler = stopped, .sa_flags = SA_RESTART};
    sigemptyset(&stop.sa_mask);
    sigaction(SIGTSTP, &stop, NULL);
  }
  take();
  return atomic_load(&is_taken) ? 0 : -1;
}

int cp_watch_resizes(void) {
  if (resizes[0] < 0) {
    if (pipe(resizes) != 0) return -1;
    for (int i = 0; i < 2; i++) {
      fcntl(resizes[i], F_SETFD, FD_CLOEXEC);
      fcntl(resizes[i], F_SETFL, O_NONBLOCK);
    }
  }
  struct sigaction action = {.sa_handler = resized, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  return sigaction(SIGWINCH, &action, NULL) == 0 ? resizes[0] : -1;
}

void cp_unwatch_resizes(void) { signal(SIGWINCH, SIG_DFL); }
