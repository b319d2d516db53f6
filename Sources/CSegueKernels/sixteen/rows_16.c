#define SEGUE_BITS 16
#include "../rows.c"
