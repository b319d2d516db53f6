#include <pthread.h>
#include <stdio.h>

#include "CSegueLoading.h"
#include "CSeguePangoCairo.h"

// The functions have the libraries' names, so callers do not depend on how the libraries are loaded.
#define POINTER(result, name, parameters, arguments) result(*name) parameters;
static struct { SEGUE_TEXT_FUNCTIONS(POINTER) } library;

#define FORWARD(result, name, parameters, arguments) \
  result name parameters { return library.name arguments; }
SEGUE_TEXT_FUNCTIONS(FORWARD)

static char missing[80];

static void load(void) {
#define ENTRY(result, name, parameters, arguments) {#name, (void **)&library.name},
  static const SegueFunction functions[] = {SEGUE_TEXT_FUNCTIONS(ENTRY)};
  // This library links Pango, Cairo, fontconfig and GLib.
  const char *file = SEGUE_LIBRARY("pangocairo-1.0", "0");
  const char *name = segue_load(file, functions, sizeof functions / sizeof *functions);
  if (name != NULL) snprintf(missing, sizeof missing, name == file ? "Pango" : "Pango with %s", name);
}

const char *segue_load_text_libraries(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return missing[0] == 0 ? NULL : missing;
}
