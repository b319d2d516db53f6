#include "segue_commit.h"

// Tools/link.sh compiles this file again with SEGUE_COMMIT; the linker prefers that function to the weak one.
#ifdef SEGUE_COMMIT
const char *segue_commit(void) { return SEGUE_COMMIT; }
#else
__attribute__((weak)) const char *segue_commit(void) { return ""; }
#endif
