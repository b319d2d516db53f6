// Functions for processes, pipes and events that Swift does not import from the C library.
#ifndef CSEGUE_SPAWN_H
#define CSEGUE_SPAWN_H

#include <sys/types.h>

// Starts `program`, found in PATH unless it has a slash, as the leader of a process group. The
// child has these three descriptors and no others, and default signal actions. `arguments` begins
// with the program's name and ends with NULL. `variables`, each NAME=VALUE and a NULL at the end,
// replace those of this process. Returns 0, or the system's error number.
int segue_spawn(pid_t *process, const char *program, char *const *arguments, char *const *variables, int input,
                int output, int error);

// Copies up to `count` bytes from the pipe `descriptor` without removing them. Returns the number
// of bytes, or -1 if `descriptor` is not a pipe.
ssize_t segue_peek_pipe(int descriptor, void *bytes, size_t count);

// A new event: a descriptor that is readable after `segue_signal_event`. Returns -1 on failure.
int segue_event(void);
void segue_signal_event(int event);

#endif
