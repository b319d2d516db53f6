#ifndef SEGUE_THREAD_H
#define SEGUE_THREAD_H

/* The status of the calling thread's last call. Not a public header. */

#include "segue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the status and the message. The middle of a long message is cut out between UTF-8 characters. */
void segue_thread_set(segue_status status, const char *message);

#ifdef __cplusplus
}
#endif

#endif
