#ifndef SEGUE_THREAD_H
#define SEGUE_THREAD_H

/* The outcome of the calling thread's last call. Not part of the library's face. */

#include "segue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keeps the outcome and the sentence; of a long one its beginning and its end, cut between two characters of UTF-8. */
void segue_thread_set(segue_status status, const char *message);

#ifdef __cplusplus
}
#endif

#endif
