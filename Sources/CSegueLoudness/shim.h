// EBU R 128 by libebur128.
#include <ebur128.h>
