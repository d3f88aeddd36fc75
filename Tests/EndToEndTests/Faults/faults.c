// A library to preload: it makes system calls on chosen files fail, ends the program at a chosen byte, and
// moves the clock. FaultyProgram.swift compiles it and says what each variable is for. It calls the kernel
// itself, and never the C library's function of the same name, so that nothing it does is counted.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static const char *path, *call, *log_path;
static long nth, count, code, partial, byte, number, clock_call, clock_jump;
static atomic_long calls, bytes, looks;
static atomic_int is_ended;

static long value(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? atol(text) : otherwise;
}

__attribute__((constructor)) static void begin(void) {
  path = getenv("FAULT_PATH");
  call = getenv("FAULT_CALL");
  log_path = getenv("FAULT_LOG");
  nth = value("FAULT_NTH", 0);
  count = value("FAULT_COUNT", 1);
  code = value("FAULT_ERRNO", EIO);
  partial = value("FAULT_PARTIAL", 0);
  byte = value("FAULT_BYTE", -1);
  number = value("FAULT_SIGNAL", SIGKILL);
  clock_call = value("FAULT_CLOCK_CALL", 0);
  clock_jump = value("FAULT_CLOCK_JUMP", 0);
}

static int is_chosen(const char *name) { return path && name && strstr(name, path); }

static int is_chosen_descriptor(int descriptor) {
  char link[64], name[4096];
  if (!path) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long length = syscall(SYS_readlink, link, name, sizeof name - 1);
  if (length <= 0) return 0;
  name[length] = 0;
  return is_chosen(name);
}

static void note(const char *name) {
  if (!log_path) return;
  int log = syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  char line[64];
  int length = snprintf(line, sizeof line, "%s\n", name);
  if (log < 0) return;
  syscall(SYS_write, log, line, length);
  syscall(SYS_close, log);
}

// Whether this call on a chosen file is one that fails; counts it.
static int fails(const char *name) {
  note(name);
  if (!call || nth < 1 || (strcmp(call, name) && strcmp(call, "any"))) return 0;
  long place = ++calls;
  if (place < nth || (count > 0 && place >= nth + count)) return 0;
  errno = code;
  return 1;
}

static int opened(int folder, const char *name, int flags, va_list rest) {
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  // What is only read is not what these tests are about.
  if ((flags & O_ACCMODE) != O_RDONLY && is_chosen(name) && fails("open")) return -1;
  return syscall(SYS_openat, folder, name, flags, mode);
}

#define OPEN(function)                               \
  int function(const char *name, int flags, ...) {   \
    va_list rest;                                    \
    va_start(rest, flags);                           \
    int result = opened(AT_FDCWD, name, flags, rest); \
    va_end(rest);                                    \
    return result;                                   \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(function)                                       \
  int function(int folder, const char *name, int flags, ...) { \
    va_list rest;                                              \
    va_start(rest, flags);                                     \
    int result = opened(folder, name, flags, rest);            \
    va_end(rest);                                              \
    return result;                                             \
  }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int descriptor, const void *data, size_t size) {
  if (!is_chosen_descriptor(descriptor)) return syscall(SYS_write, descriptor, data, size);
  if (fails("write")) {
    // A part may get through before the rest does not.
    long part = partial < (long)size ? partial : (long)size;
    partial = 0;
    if (part <= 0) return -1;
    // The next call says why.
    --calls;
    return syscall(SYS_write, descriptor, data, part);
  }
  long before = bytes;
  if (byte >= 0 && before + (long)size > byte && !atomic_exchange(&is_ended, 1)) {
    size_t part = byte > before ? byte - before : 0;
    if (part > 0) syscall(SYS_write, descriptor, data, part);
    note("signal");
    kill(getpid(), number);
    // Any other signal than SIGKILL is another thread's affair, and this one goes on.
    data = (const char *)data + part;
    size -= part;
    bytes += part + size;
    long rest = size > 0 ? syscall(SYS_write, descriptor, data, size) : 0;
    return rest < 0 ? rest : (long)part + rest;
  }
  bytes += size;
  return syscall(SYS_write, descriptor, data, size);
}

#define ON_DESCRIPTOR(function, number)                                      \
  int function(int descriptor) {                                            \
    if (is_chosen_descriptor(descriptor) && fails(#function)) return -1;    \
    return syscall(number, descriptor);                                     \
  }
ON_DESCRIPTOR(fsync, SYS_fsync)
ON_DESCRIPTOR(fdatasync, SYS_fdatasync)

// Of what was opened for writing. The descriptor is gone all the same, as Linux has it.
int close(int descriptor) {
  long flags = syscall(SYS_fcntl, descriptor, F_GETFL);
  int is_written = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
  int is_failing = is_written && is_chosen_descriptor(descriptor) && fails("close");
  int result = syscall(SYS_close, descriptor);
  if (!is_failing) return result;
  errno = code;
  return -1;
}

#define TRUNCATE(function)                                                           \
  int function(int descriptor, off_t size) {                                        \
    if (is_chosen_descriptor(descriptor) && fails("ftruncate")) return -1;          \
    return syscall(SYS_ftruncate, descriptor, size);                                \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int fchmod(int descriptor, mode_t mode) {
  if (is_chosen_descriptor(descriptor) && fails("fchmod")) return -1;
  return syscall(SYS_fchmod, descriptor, mode);
}

int flock(int descriptor, int operation) {
  if (is_chosen_descriptor(descriptor) && !(operation & 8) && fails("flock")) return -1;
  return syscall(SYS_flock, descriptor, operation);
}

int rename(const char *from, const char *to) {
  if ((is_chosen(from) || is_chosen(to)) && fails("rename")) return -1;
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *name) {
  if (is_chosen(name) && fails("unlink")) return -1;
  return syscall(SYS_unlinkat, AT_FDCWD, name, 0);
}

int mkdir(const char *name, mode_t mode) {
  if (is_chosen(name) && fails("mkdir")) return -1;
  return syscall(SYS_mkdirat, AT_FDCWD, name, mode);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  long result = syscall(SYS_clock_gettime, clock, time);
  // A thread's or the process's processor time does not jump.
  // Nor does any but the calendar's go back.
  int is_shifted = clock == CLOCK_REALTIME
      || (clock_jump > 0
          && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME));
  if (clock_call > 0 && is_shifted && ++looks >= clock_call) time->tv_sec += clock_jump;
  return result;
}
