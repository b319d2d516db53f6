// Declarations of Apple's C library that the platform-independent modules call, for type checks of the branches that only
// Apple's systems compile.
#pragma once
#include <stddef.h>

typedef long long off_t;
struct timespec {
  long tv_sec, tv_nsec;
};

#define _SC_PAGESIZE 29
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_PRIVATE 0x0002
#define MAP_ANONYMOUS 0x1000
// A variable in Swift's overlay.
extern void *_Nullable const MAP_FAILED;

long sysconf(int name);
void *_Nullable mmap(void *_Nullable at, size_t count, int protection, int flags, int file, off_t offset);
int munmap(void *_Nullable at, size_t count);
int nanosleep(const struct timespec *_Nullable wait, struct timespec *_Nullable rest);
int sysctlbyname(
    const char *_Nonnull name, void *_Nullable value, size_t *_Nullable count, void *_Nullable renewed, size_t length);
