#include "csystem.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
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

static long long now_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* 0 once `descriptor` is ready for `events`. */
static int await_ready(int descriptor, short events, int wake, int milliseconds) {
  long long end = now_milliseconds() + milliseconds;
  while (1) {
    struct pollfd requests[2] = {{descriptor, events, 0}, {wake, POLLIN, 0}};
    long long rest = end - now_milliseconds();
    int count = poll(requests, 2, rest > 0 ? (int)rest : 0);
    if (count < 0 && errno != EINTR) return -errno;
    if (count < 0) continue;
    if (requests[1].revents) return -ECANCELED;
    if (requests[0].revents) return 0;
    if (now_milliseconds() >= end) return -ETIMEDOUT;
  }
}

int pa_tcp_connect(const char *address, unsigned short port, const char *interface, int wake,
                   int milliseconds) {
  struct sockaddr_in target = {.sin_family = AF_INET, .sin_port = htons(port)};
  if (inet_pton(AF_INET, address, &target.sin_addr) != 1) return -EINVAL;
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  int error = 0;
  if (interface && setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, interface,
                              (socklen_t)strlen(interface)) < 0)
    error = -errno;
  if (!error && connect(descriptor, (struct sockaddr *)&target, sizeof target) < 0 &&
      errno != EINPROGRESS && errno != EINTR)
    error = -errno;
  if (!error) error = await_ready(descriptor, POLLOUT, wake, milliseconds);
  if (!error) {
    int outcome = 0;
    socklen_t length = sizeof outcome;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &outcome, &length) < 0) outcome = errno;
    error = -outcome;
  }
  if (!error) return descriptor;
  close(descriptor);
  return error;
}

ssize_t pa_tcp_read(int descriptor, int wake, void *buffer, size_t count, int milliseconds) {
  long long end = now_milliseconds() + milliseconds;
  while (1) {
    ssize_t taken = recv(descriptor, buffer, count, MSG_DONTWAIT);
    if (taken >= 0) return taken;
    if (errno != EAGAIN && errno != EINTR) return -errno;
    long long rest = end - now_milliseconds();
    int error = await_ready(descriptor, POLLIN, wake, rest > 0 ? (int)rest : 0);
    if (error) return error;
  }
}
