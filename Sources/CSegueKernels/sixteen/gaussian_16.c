#define SEGUE_BITS 16
#include "../gaussian.c"
