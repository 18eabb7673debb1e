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
