/*
 * Preloaded into a server: what it writes to files takes as many milliseconds longer as the file that FAULTS_DISK names
 * has bytes. Without that file nothing is delayed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void be_slow(void) {
  const char *path = getenv("FAULTS_DISK");
  struct stat file;
  if (path == NULL || stat(path, &file) != 0) return;
  struct timespec delay = {file.st_size / 1000, (file.st_size % 1000) * 1000000L};
  nanosleep(&delay, NULL);
}

#define SLOW(type, name, params, args) \
  type name params { \
    static type(*real) params; \
    if (real == NULL) real = dlsym(RTLD_NEXT, #name); \
    be_slow(); \
    return real args; \
  }

SLOW(ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at))
SLOW(ssize_t, pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at))
SLOW(int, fsync, (int fd), (fd))
SLOW(int, fdatasync, (int fd), (fd))
