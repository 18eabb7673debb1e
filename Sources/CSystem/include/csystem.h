/* System calls and macros that `import Glibc` does not show. Each function returns a value >= 0, or the
   negated error number. Pages of the manual: see the name behind each. */
#pragma once
#include <stddef.h>
#include <sys/types.h>

/* rename(2), renameat2 with RENAME_NOREPLACE: -EEXIST if anything lies at `to`. */
int pa_rename_noreplace(const char *from, const char *to);

/* ioctl_ficlone(2): lets the empty file `target` share the blocks of `source`. */
int pa_clone_file(int target, int source);

/* getrandom(2): how many of the `count` bytes were filled. */
ssize_t pa_random_bytes(void *buffer, size_t count);

/* ioctl_tty(2), TIOCGWINSZ: columns of the terminal at `descriptor`. */
int pa_terminal_columns(int descriptor);

/* environ(7): the array of this process, ended by a null pointer; may be null itself. */
char *const *pa_environment(void);

/* pipe2(2) with O_CLOEXEC: the end to read in `ends[0]`, the one to write in `ends[1]`. */
int pa_pipe(int ends[2]);

/* posix_spawn(3), with the working directory of the child, which may be null for that of this process,
   the descriptors of its standard streams, every signal at its default and none blocked. */
int pa_spawn(pid_t *child, const char *executable, const char *folder, const int streams[3],
             char *const arguments[], char *const environment[]);

/* A TCP connection to an IPv4 address by a non-blocking socket: socket(2), connect(2), poll(2). With an
   interface (SO_BINDTODEVICE, socket(7)) it goes over that one whatever the routes say; null for any. -ECANCELED once
   `wake` can be read, -ETIMEDOUT after `milliseconds`, -EINVAL for what is no address. */
int pa_tcp_connect(const char *address, unsigned short port, const char *interface, int wake,
                   int milliseconds);

/* poll(2), recv(2): how many bytes came, 0 at the end of the stream. As above for `wake` and time. */
ssize_t pa_tcp_read(int descriptor, int wake, void *buffer, size_t count, int milliseconds);
