/* A driver that fails on purpose. Put before the real one with LD_PRELOAD, it passes every call on, except
 * in the frames that DRIVER_FAULT names, "reset@5,9", as they are drawn or waited for from 0 on. There, once each,
 *
 *   reset    glGetGraphicsResetStatus says that the context was lost
 *   memory   glGetError says that memory ran out
 *   fence    glClientWaitSync says that the frame is not finished when the time is up
 *   late     glGetGraphicsResetStatus says that the context was lost after glClientWaitSync has said that the frame
 *            is finished: drivers signal the fences of a job that they have killed
 *   spoil    a few pixels are another colour when the frame is read
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*function)(void);

/* A frame is `asked` for until its fence is deleted, and `unfinished` for as long, however often it is asked for. */
static atomic_int drawn, waited, asked, unfinished;
static atomic_ullong fired;

static function next(const char *name) {
  function found = (function)dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

/* Whether `kind` is wanted in `frame`, and has not been given yet. */
static int is_due(const char *kind, int frame) {
  const char *fault = getenv("DRIVER_FAULT");
  size_t length = strlen(kind);
  if (!fault || strncmp(fault, kind, length) || fault[length] != '@' || frame < 0 || frame > 63) return 0;
  for (const char *number = fault + length; *number; number += strcspn(number, ",")) {
    number++;
    if (atoi(number) != frame) continue;
    unsigned long long bit = 1ull << frame;
    return !(atomic_fetch_or(&fired, bit) & bit);
  }
  return 0;
}

static unsigned reset_status(void) {
  if (is_due("late", waited - 1)) return 0x8254 /* GL_INNOCENT_CONTEXT_RESET */;
  return is_due("reset", drawn - 1) ? 0x8254 : 0;
}

void glReadPixels(int x, int y, int width, int height, unsigned format, unsigned type, void *pixels) {
  /* Frames are read into a buffer object, single pixels into memory. */
  if (!pixels && is_due("spoil", drawn)) {
    ((void (*)(unsigned))next("glEnable"))(0x0C11 /* GL_SCISSOR_TEST */);
    ((void (*)(int, int, int, int))next("glScissor"))(3, 2, 4, 1);
    if (type == 0x1405 /* GL_UNSIGNED_INT */) {
      static const unsigned color[4] = {0xffff, 0x7fffffff, 0xffff, 0x7fffffff};
      ((void (*)(unsigned, int, const unsigned *))next("glClearBufferuiv"))(0x1800 /* GL_COLOR */, 0, color);
    } else {
      ((void (*)(float, float, float, float))next("glClearColor"))(1, 0, 1, 0.5f);
      ((void (*)(unsigned))next("glClear"))(0x4000 /* GL_COLOR_BUFFER_BIT */);
    }
    ((void (*)(unsigned))next("glDisable"))(0x0C11);
  }
  typedef void (*read)(int, int, int, int, unsigned, unsigned, void *);
  ((read)next("glReadPixels"))(x, y, width, height, format, type, pixels);
}

function eglGetProcAddress(const char *name) {
  if (!strncmp(name, "glGetGraphicsResetStatus", 24)) return (function)reset_status;
  return ((function(*)(const char *))next("eglGetProcAddress"))(name);
}

unsigned glGetError(void) {
  if (is_due("memory", drawn - 1)) return 0x0505 /* GL_OUT_OF_MEMORY */;
  return ((unsigned (*)(void))next("glGetError"))();
}

void *glFenceSync(unsigned condition, unsigned flags) {
  drawn++;
  return ((void *(*)(unsigned, unsigned))next("glFenceSync"))(condition, flags);
}

unsigned glClientWaitSync(void *fence, unsigned flags, uint64_t timeout) {
  asked = 1;
  if (unfinished || is_due("fence", waited)) {
    unfinished = 1;
    return 0x911B /* GL_TIMEOUT_EXPIRED */;
  }
  return ((unsigned (*)(void *, unsigned, uint64_t))next("glClientWaitSync"))(fence, flags, timeout);
}

void glDeleteSync(void *fence) {
  waited += asked;
  asked = unfinished = 0;
  ((void (*)(void *))next("glDeleteSync"))(fence);
}
