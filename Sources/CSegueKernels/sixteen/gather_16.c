#define SEGUE_BITS 16
#include "../gather.c"
