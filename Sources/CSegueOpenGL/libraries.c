#include <pthread.h>
#include <stdio.h>

#include "CSegueLoading.h"
#include "CSegueOpenGL.h"
#include "functions.h"

// The compiler compares functions.h with the libraries' headers. The linker reports functions that
// functions.h lacks.
#define POINTER(result, name, parameters, arguments) __typeof__(name) *name;
static struct { EGL_FUNCTIONS(POINTER) GLES_FUNCTIONS(POINTER) GBM_FUNCTIONS(POINTER) } library;

#define FORWARD(result, name, parameters, arguments) \
  result name parameters { return library.name arguments; }
EGL_FUNCTIONS(FORWARD)
GLES_FUNCTIONS(FORWARD)
GBM_FUNCTIONS(FORWARD)

// The file of a library that cannot be loaded, with the first function that it lacks; else empty.
typedef struct {
  char text[80];
} Missing;

static Missing load(const char *file, const SegueFunction *functions, size_t count) {
  Missing missing = {""};
  const char *name = segue_load(file, functions, count);
  if (name == file) {
    snprintf(missing.text, sizeof missing.text, "%s", file);
  } else if (name != NULL) {
    snprintf(missing.text, sizeof missing.text, "%s with %s", file, name);
  }
  return missing;
}

#define ENTRY(result, name, parameters, arguments) {#name, (void **)&library.name},
#define COUNT(functions) (sizeof functions / sizeof *functions)

static Missing opengl;
static Missing gbm;

static void load_opengl(void) {
  static const SegueFunction egl[] = {EGL_FUNCTIONS(ENTRY)};
  static const SegueFunction gles[] = {GLES_FUNCTIONS(ENTRY)};
  opengl = load(SEGUE_LIBRARY("EGL", "1"), egl, COUNT(egl));
  if (opengl.text[0] == 0) opengl = load(SEGUE_LIBRARY("GLESv2", "2"), gles, COUNT(gles));
}

static void load_gbm(void) {
  static const SegueFunction functions[] = {GBM_FUNCTIONS(ENTRY)};
  gbm = load(SEGUE_LIBRARY("gbm", "1"), functions, COUNT(functions));
}

const char *segue_load_opengl(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_opengl);
  return opengl.text[0] == 0 ? NULL : opengl.text;
}

const char *segue_load_gbm(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_gbm);
  return gbm.text[0] == 0 ? NULL : gbm.text;
}
