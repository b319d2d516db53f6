#define SEGUE_BITS 16
#include "../over.c"
