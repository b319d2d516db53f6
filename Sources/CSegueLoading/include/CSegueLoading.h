#pragma once

#include <stddef.h>

// The file of a shared library, as in SEGUE_LIBRARY("tiff", "6").
#ifdef __APPLE__
#define SEGUE_LIBRARY(name, version) "lib" name "." version ".dylib"
#else
#define SEGUE_LIBRARY(name, version) "lib" name ".so." version
#endif

// A function of a library that is loaded at run time: its name, and the pointer that calls it.
typedef struct {
  const char *name;
  void **pointer;
} SegueFunction;

// Loads the library `file`. Sets the pointers of its functions, and of functions of the libraries that it links.
// Returns null on success, else the name of the missing library or of the first missing function.
const char *segue_load(const char *file, const SegueFunction *functions, size_t count);
