#define SEGUE_BITS 16
#include "kernels.c"
