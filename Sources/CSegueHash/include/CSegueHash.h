#ifndef CONTENT_HASH_H
#define CONTENT_HASH_H

#include <stddef.h>
#include <stdint.h>

/// The 128-bit XXH3 hash of a byte stream, computed incrementally. One thread at a time.
typedef struct segue_hash segue_hash;

/// The hash of an empty stream; NULL if memory is exhausted.
segue_hash *segue_hash_make(void);
/// Adds `count` bytes.
void segue_hash_add(segue_hash *hash, const void *bytes, size_t count);
/// Writes the hash of all added bytes, 16 bytes in canonical (big-endian) order.
void segue_hash_result(const segue_hash *hash, uint8_t result[16]);
/// Frees the memory.
void segue_hash_free(segue_hash *hash);

#endif
