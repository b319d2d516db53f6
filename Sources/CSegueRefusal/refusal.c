#define _GNU_SOURCE
#include "CSegueRefusal.h"
#include "CSegueCores.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { RESERVE = 32 << 20, PROBE = 64 << 20, STACK = 1 << 20, CODE = 71 };

static const char *message;
static void (*action)(void);
static pthread_t actor;
static sem_t refused;
static void *reserve;
static atomic_int begun;

static void *map(size_t count) {
  return mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void *wait_for_refusal(void *unused) {
  while (sem_wait(&refused) != 0) {
  }
  action();
  return unused;
}

static void refuse(void) {
  if (pthread_equal(pthread_self(), actor)) _exit(CODE);
  if (!atomic_exchange(&begun, 1)) {
    // From here on, no memory is allocated.
    ssize_t written = write(STDERR_FILENO, message, strlen(message));
    (void)written;
    munmap(reserve, RESERVE);
    sem_post(&refused);
  }
  // The other thread may wait for a lock that this thread holds.
  struct timespec limit = {3, 0};
  nanosleep(&limit, NULL);
  _exit(CODE);
}

// Swift's runtime and libraries crash without memory. If memory is available, the signal is a fault
// and gets its default action.
static void fault(int number) {
  void *more = map(PROBE);
  if (more == MAP_FAILED || atomic_load(&begun)) refuse();
  munmap(more, PROBE);
  signal(number, SIG_DFL);
}

int segue_when_refused(const char *text, void (*act)(void)) {
  message = text;
  action = act;
  reserve = map(RESERVE);
  if (reserve == MAP_FAILED || sem_init(&refused, 0, 0) != 0) return 0;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  int code = pthread_create(&actor, &attributes, wait_for_refusal, NULL);
  pthread_attr_destroy(&attributes);
  if (code != 0) return 0;
  segue_on_refusal(refuse);
  const int numbers[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV};
  for (int i = 0; i < 5; i++) signal(numbers[i], fault);
  return 1;
}

#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
// A failure is fatal, since Dispatch would retry for ever.
int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  typedef int Create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  static _Atomic(Create *) next;
  Create *create = atomic_load(&next);
  if (!create) {
    create = (Create *)dlsym(RTLD_NEXT, "pthread_create");
    atomic_store(&next, create);
  }
  int code = create(thread, attributes, start, argument);
  if (code != 0) segue_refused();
  return code;
}
#endif
