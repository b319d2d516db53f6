#define SEGUE_BITS 16
#include "../mix.c"
