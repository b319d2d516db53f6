#define SEGUE_BITS 16
#include "../separable.c"
