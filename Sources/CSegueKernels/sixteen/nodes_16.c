#define SEGUE_BITS 16
#include "../nodes.c"
