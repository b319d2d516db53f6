#ifndef SEGUE_COMMIT_H
#define SEGUE_COMMIT_H

/* The short hash of the commit from which the program was linked; empty if unknown. Not a public header. */

#ifdef __cplusplus
extern "C" {
#endif

const char *segue_commit(void);

#ifdef __cplusplus
}
#endif

#endif
