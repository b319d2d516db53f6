// Source: posix_spawn(3) with glibc's extensions, eventfd(2) and tee(2), which Swift does not import.
#define _GNU_SOURCE
#include "CSegueSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int is_replaced(const char *entry, char *const *variables) {
  for (; *variables; variables++)
    if (strncmp(entry, *variables, strcspn(*variables, "=") + 1) == 0) return 1;
  return 0;
}

// This process's environment, in which `variables` replace the variables with equal names; NULL without
// memory.
static char **environment(char *const *variables) {
  size_t count = 1;
  for (char **entry = environ; *entry; entry++) count++;
  for (char *const *entry = variables; *entry; entry++) count++;
  char **all = malloc(count * sizeof *all), **end = all;
  if (!all) return NULL;
  for (char *const *entry = variables; *entry; entry++) *end++ = *entry;
  for (char **entry = environ; *entry; entry++)
    if (!is_replaced(*entry, variables)) *end++ = *entry;
  *end = NULL;
  return all;
}

int segue_spawn(pid_t *process, const char *program, char *const *arguments, char *const *variables, int input,
                int output, int error) {
  char **merged = environment(variables);
  if (!merged) return ENOMEM;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  // glibc's function only clears its argument and cannot fail.
  posix_spawn_file_actions_init(&actions);
  int code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if ((code = posix_spawn_file_actions_adddup2(&actions, input, 0)) == 0 &&
        (code = posix_spawn_file_actions_adddup2(&actions, output, 1)) == 0 &&
        (code = posix_spawn_file_actions_adddup2(&actions, error, 2)) == 0 &&
        (code = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) == 0)
      code = posix_spawnp(process, program, &actions, &attributes, arguments, merged);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  free(merged);
  return code;
}

int segue_event(void) { return eventfd(0, EFD_CLOEXEC); }

// The first write to an event cannot fail.
void segue_signal_event(int event) { eventfd_write(event, 1); }

ssize_t segue_peek_pipe(int descriptor, void *bytes, size_t count) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  ssize_t copied = tee(descriptor, ends[1], count, SPLICE_F_NONBLOCK);
  if (copied > 0) copied = read(ends[0], bytes, (size_t)copied);
  close(ends[0]);
  close(ends[1]);
  return copied;
}
