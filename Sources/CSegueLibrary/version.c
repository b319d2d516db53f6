#include "segue.h"

const char *segue_version(void) { return SEGUE_VERSION; }
