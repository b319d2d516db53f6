/* A driver that fails on purpose. The program looks up the driver's functions with dlsym. With LD_PRELOAD, the dlsym
 * of this library replaces some of them by the functions below. A replacement calls the real function, except once in
 * each frame that DRIVER_FAULT names, such as "reset@5,9". Frames are numbered from 0, as they are drawn or waited for.
 *
 *   reset    glGetGraphicsResetStatus reports a lost context
 *   memory   glGetError reports that memory ran out
 *   fence    glClientWaitSync reports a timeout
 *   late     glGetGraphicsResetStatus reports a lost context after glClientWaitSync has reported a finished frame,
 *            since drivers signal the fences of a job that they have killed
 *   spoil    a few pixels have another colour when the frame is read
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*function)(void);

/* `asked`: the program has waited for the present fence. `unfinished`: each wait for it fails until it is deleted. */
static atomic_int drawn, waited, asked, unfinished;
static atomic_ullong fired;

/* libEGL and libGLESv2, from the program's first look-up of a replaced function of each. */
static void *egl, *gles;

static void *real_dlsym(void *library, const char *name) {
  static void *(*look_up)(void *, const char *);
  /* The version of glibc 2.34 and later. */
  if (!look_up) look_up = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (!look_up) abort();
  return look_up(library, name);
}

static function real(const char *name) {
  function found = (function)real_dlsym(strncmp(name, "egl", 3) ? gles : egl, name);
  if (!found) abort();
  return found;
}

/* Whether the fault `kind` is due in `frame` and has not occurred yet. */
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

static void read_pixels(int x, int y, int width, int height, unsigned format, unsigned type, void *pixels) {
  /* Frames are read into a buffer object, single pixels into memory. */
  if (!pixels && is_due("spoil", drawn)) {
    ((void (*)(unsigned))real("glEnable"))(0x0C11 /* GL_SCISSOR_TEST */);
    ((void (*)(int, int, int, int))real("glScissor"))(3, 2, 4, 1);
    if (type == 0x1405 /* GL_UNSIGNED_INT */) {
      static const unsigned color[4] = {0xffff, 0x7fffffff, 0xffff, 0x7fffffff};
      ((void (*)(unsigned, int, const unsigned *))real("glClearBufferuiv"))(0x1800 /* GL_COLOR */, 0, color);
    } else {
      ((void (*)(float, float, float, float))real("glClearColor"))(1, 0, 1, 0.5f);
      ((void (*)(unsigned))real("glClear"))(0x4000 /* GL_COLOR_BUFFER_BIT */);
    }
    ((void (*)(unsigned))real("glDisable"))(0x0C11);
  }
  typedef void (*read)(int, int, int, int, unsigned, unsigned, void *);
  ((read)real("glReadPixels"))(x, y, width, height, format, type, pixels);
}

static function get_address(const char *name) {
  if (!strncmp(name, "glGetGraphicsResetStatus", 24)) return (function)reset_status;
  return ((function(*)(const char *))real("eglGetProcAddress"))(name);
}

static unsigned get_error(void) {
  if (is_due("memory", drawn - 1)) return 0x0505 /* GL_OUT_OF_MEMORY */;
  return ((unsigned (*)(void))real("glGetError"))();
}

static void *fence_sync(unsigned condition, unsigned flags) {
  drawn++;
  return ((void *(*)(unsigned, unsigned))real("glFenceSync"))(condition, flags);
}

static unsigned wait_sync(void *fence, unsigned flags, uint64_t timeout) {
  asked = 1;
  if (unfinished || is_due("fence", waited)) {
    unfinished = 1;
    return 0x911B /* GL_TIMEOUT_EXPIRED */;
  }
  return ((unsigned (*)(void *, unsigned, uint64_t))real("glClientWaitSync"))(fence, flags, timeout);
}

static void delete_sync(void *fence) {
  waited += asked;
  asked = unfinished = 0;
  ((void (*)(void *))real("glDeleteSync"))(fence);
}

void *dlsym(void *library, const char *name) {
  static const struct {
    const char *name;
    function replacement;
  } replaced[] = {
    {"eglGetProcAddress", (function)get_address},
    {"glReadPixels", (function)read_pixels},
    {"glGetError", (function)get_error},
    {"glFenceSync", (function)fence_sync},
    {"glClientWaitSync", (function)wait_sync},
    {"glDeleteSync", (function)delete_sync},
  };
  for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++) {
    if (strcmp(name, replaced[i].name)) continue;
    void **driver = strncmp(name, "egl", 3) ? &gles : &egl;
    if (!*driver) *driver = library;
    return *driver == library ? (void *)replaced[i].replacement : real_dlsym(library, name);
  }
  return real_dlsym(library, name);
}
