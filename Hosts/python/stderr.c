// Debian compiles its static libpng and libjpeg for programs. A shared object can contain them if it defines `stderr` itself.
#include <dlfcn.h>

__attribute__((visibility("hidden"))) void *stderr;

// Before all other constructors.
__attribute__((constructor(101))) static void find_stderr(void) { stderr = *(void **)dlsym(RTLD_NEXT, "stderr"); }
