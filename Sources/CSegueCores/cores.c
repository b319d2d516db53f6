#define _GNU_SOURCE
#include "CSegueCores.h"

#if defined(__linux__)
#include <sched.h>
#endif
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

int segue_core_count(void) {
  long count = 1;
#if defined(_SC_NPROCESSORS_ONLN)
  count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) count = CPU_COUNT(&allowed);
#endif
  return count < 1 ? 1 : (int)count;
}

static void (*end_refused)(void);

void segue_refused(void) {
  if (end_refused) end_refused();
}

void segue_on_refusal(void (*end)(void)) { end_refused = end; }
