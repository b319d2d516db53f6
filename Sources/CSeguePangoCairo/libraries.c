#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#include "CSeguePangoCairo.h"

#ifdef __APPLE__
#define FILE_OF(name, version) "lib" name "." version ".dylib"
#else
#define FILE_OF(name, version) "lib" name ".so." version
#endif

// The functions have their own names here, so that those who call them see nothing of how they are found.
#define POINTER(library, result, name, parameters, arguments) result(*name) parameters;
static struct { SEGUE_TEXT_FUNCTIONS(POINTER) } functions;

#define FORWARD(library, result, name, parameters, arguments) \
  result name parameters { return functions.name arguments; }
SEGUE_TEXT_FUNCTIONS(FORWARD)

static const char *missing;

static void *open_library(const char *name, const char *file) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL && missing == NULL) missing = name;
  return library;
}

static void load(void) {
  void *pangocairo = open_library("Pango", FILE_OF("pangocairo-1.0", "0"));
  void *pango = open_library("Pango", FILE_OF("pango-1.0", "0"));
  void *cairo = open_library("Cairo", FILE_OF("cairo", "2"));
  void *fontconfig = open_library("fontconfig", FILE_OF("fontconfig", "1"));
  if (missing != NULL) return;
#define FIND(library, result, name, parameters, arguments) \
  if ((*(void **)&functions.name = dlsym(library, #name)) == NULL && missing == NULL) missing = #library " with " #name;
  SEGUE_TEXT_FUNCTIONS(FIND)
}

const char *segue_load_text_libraries(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return missing;
}
