// Calls to the system that Swift does not see or that differ between systems, and SHA-256. Functions that fail return a
// negative number and leave the reason in `errno`, as the system's own do.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Files ----------------------------------------------------------------------------------------------------------

/// Flushes a file or a folder to the device, also past the device's own cache where the system has a call for that.
int cp_sync(int descriptor);
/// Tries to take the exclusive advisory lock of an open file, without waiting; errno is EWOULDBLOCK when another has
/// it.
int cp_try_lock(int descriptor);
/// Whether a process with this id exists.
bool cp_process_exists(int64_t process);
/// Sets the time of a file's last change to now.
int cp_touch(const char *path);
/// Whether the file system of `path` is one that tells nobody of changes made elsewhere: NFS, SMB, 9p, FUSE and their
/// like. False where that can't be found out.
bool cp_lacks_file_events(const char *path);

// ---- Processes ------------------------------------------------------------------------------------------------------

/// Makes a pipe, reading end first, that other programs do not inherit.
int cp_pipe(int ends[2]);
/// Starts the program at `path` in a process group of its own, with nothing to read and two open files to write to.
/// `arguments` and `environment` end with a null pointer. Returns the id of the process.
int64_t cp_spawn(const char *path, char *const arguments[], char *const environment[], int output, int errors);

/// A program to be run under a supervisor. The texts end with a zero byte, the lists with a null pointer.
typedef struct {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The working folder; null: that of this process.
  const char *folder;
  /// Open files that become the program's standard input, output and errors.
  int input, output, errors;
} cp_program;

typedef enum {
  /// The value is the errno of what went wrong.
  CP_NOT_STARTED = 1,
  /// The value is the id of the program, which leads a process group of its own.
  CP_STARTED = 2,
  /// The value is the program's status word as waitpid gives it, or -1 where there is none. Nothing of it is left.
  CP_ENDED = 3,
} cp_report;

/// Starts a program under a supervisor, which kills the program and everything that it started when the program ends,
/// when `control` is closed, or when this process is gone. `reports` gives pairs of 32-bit numbers: a `cp_report` and its
/// value. Returns the id of the supervisor, which the caller waits for.
int64_t cp_supervise(const cp_program *program, int *control, int *reports);
/// Writes as write(2) does; a reader that is gone is an error (EPIPE) and no signal.
int64_t cp_write_quietly(int descriptor, const uint8_t *bytes, size_t count);
/// Makes reads and writes that would wait fail with EAGAIN.
int cp_make_nonblocking(int descriptor);

// ---- Terminal -------------------------------------------------------------------------------------------------------

/// Columns of the terminal behind `descriptor`; 0 where there is none or it does not say.
int cp_terminal_width(int descriptor);
/// Rows of the terminal behind `descriptor`; 0 where there is none or it does not say.
int cp_terminal_height(int descriptor);
/// Takes over a terminal: keys come at once and unseen, the second screen is shown, lines do not wrap, the cursor is
/// hidden. Ctrl-C and Ctrl-Z stay signals. Whatever ends or stops the process gives the terminal back, but for SIGKILL.
int cp_terminal_enter(int input, int output);
/// Gives the terminal back as it was found. May be called in a signal handler, and more than once.
void cp_terminal_leave(void);
/// Makes resizes of the terminal (SIGWINCH), and the return of a stopped process to it, readable: a byte each down the
/// pipe whose reading end is returned. Called again, gives the same pipe.
int cp_watch_resizes(void);
/// Gives SIGWINCH its default action back.
void cp_unwatch_resizes(void);
/// Makes a write to a closed pipe an error (EPIPE) instead of the end of the process.
void cp_ignore_broken_pipes(void);
/// Makes SIGINT and SIGTERM readable: the first sends one byte down a pipe whose reading end is returned, the second
/// ends the process with status 130 wherever it is. Called again, gives the same pipe and counts anew.
int cp_watch_interruptions(void);
/// Gives SIGINT and SIGTERM their default actions back.
void cp_unwatch_interruptions(void);

// ---- Checksum -------------------------------------------------------------------------------------------------------

/// A fast checksum of bytes against accidents: eight words (little-endian) that follow all bytes and their count.
void cp_checksum(const uint8_t *bytes, size_t count, uint64_t lanes[8]);

// ---- SHA-256 (FIPS 180-4) -------------------------------------------------------------------------------------------

typedef struct {
  uint32_t state[8];
  uint64_t byte_count;
  uint8_t pending[64];
} cp_sha256;

typedef enum { CP_SHA256_SCALAR = 0, CP_SHA256_X86 = 1 } cp_sha256_path;

/// Whether this machine has the instructions of `path`.
bool cp_sha256_path_available(cp_sha256_path path);
cp_sha256_path cp_sha256_path_best(void);

void cp_sha256_start(cp_sha256 *hash);
void cp_sha256_update(cp_sha256_path path, cp_sha256 *hash, const uint8_t *bytes, size_t count);
/// Writes the 32 bytes of the digest. `hash` is used up.
void cp_sha256_finish(cp_sha256_path path, cp_sha256 *hash, uint8_t *digest);

#ifdef __cplusplus
}
#endif
