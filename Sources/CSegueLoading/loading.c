#include "CSegueLoading.h"

#include <dlfcn.h>

const char *segue_load(const char *file, const SegueFunction *functions, size_t count) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return file;
  const char *missing = NULL;
  for (size_t i = 0; i < count; i++) {
    *functions[i].pointer = dlsym(library, functions[i].name);
    if (*functions[i].pointer == NULL && missing == NULL) missing = functions[i].name;
  }
  return missing;
}
