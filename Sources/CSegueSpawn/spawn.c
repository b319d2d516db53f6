// Source: posix_spawn(3) and glibc's extensions, which Swift does not import.
#define _GNU_SOURCE
#include "CSegueSpawn.h"

#include <spawn.h>
#include <signal.h>
#include <unistd.h>

int segue_spawn(pid_t *process, const char *program, char *const *arguments, int input, int output, int error) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
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
      code = posix_spawnp(process, program, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}
