// Processes, threads and pipes: what Swift does not import of the C library.
#ifndef CSEGUE_SPAWN_H
#define CSEGUE_SPAWN_H

#include <sys/types.h>

// Starts `program`, found in PATH unless it has a slash, with these three descriptors and no others, the default action for
// every signal, and as the leader of a group of processes. `arguments` begins with the program's name and ends with NULL.
// Returns 0, or the system's error number.
int segue_spawn(pid_t *process, const char *program, char *const *arguments, int input, int output, int error);

// Names the calling thread in debuggers and `top`; `name` has at most 15 bytes.
void segue_name_thread(const char *name);

// Copies what is in the pipe `descriptor`, `count` bytes at most, and leaves it there for the next reader.
// Returns the number of bytes, or -1 for what is not a pipe.
ssize_t segue_peek_pipe(int descriptor, void *bytes, size_t count);

#endif
