#define SEGUE_BITS 16
#include "../nodes_color.c"
