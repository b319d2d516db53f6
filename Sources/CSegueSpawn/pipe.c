// Source: tee(2), which Swift does not import.
#define _GNU_SOURCE
#include "CSegueSpawn.h"

#include <fcntl.h>
#include <unistd.h>

ssize_t segue_peek_pipe(int descriptor, void *bytes, size_t count) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  ssize_t copied = tee(descriptor, ends[1], count, SPLICE_F_NONBLOCK);
  if (copied > 0) copied = read(ends[0], bytes, (size_t)copied);
  close(ends[0]);
  close(ends[1]);
  return copied;
}
