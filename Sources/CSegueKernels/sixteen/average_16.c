#define SEGUE_BITS 16
#include "../average.c"
