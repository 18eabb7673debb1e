#include "csystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <spawn.h>
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

int pa_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0;
}

int pa_spawn(pid_t *child, const char *executable, const char *folder, const int streams[3],
             char *const arguments[], char *const environment[]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return -error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return -error;
  }
  for (int stream = 0; stream < 3 && !error; stream++)
    error = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  if (!error && folder) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error)
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  if (!error) error = posix_spawn(child, executable, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return -error;
}
