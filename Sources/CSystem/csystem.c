#include "csystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <unistd.h>

int pa_rename_noreplace(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) < 0 ? -errno : 0;
}

int pa_clone_file(int target, int source) {
  return ioctl(target, FICLONE, source) < 0 ? -errno : 0;
}

ssize_t pa_random_bytes(void *buffer, size_t count) {
  ssize_t filled = getrandom(buffer, count, 0);
  return filled < 0 ? -errno : filled;
}

int pa_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) < 0 ? -errno : size.ws_col;
}

char *const *pa_environment(void) {
  return environ;
}
