// XXH3 with 128 bits from xxHash's header; no library is linked.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "CSegueHash.h"

segue_hash *segue_hash_make(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state != NULL) XXH3_128bits_reset(state);
  return (segue_hash *)state;
}

void segue_hash_add(segue_hash *hash, const void *bytes, size_t count) {
  XXH3_128bits_update((XXH3_state_t *)hash, bytes, count);
}

void segue_hash_result(const segue_hash *hash, uint8_t result[16]) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest((const XXH3_state_t *)hash));
  for (int i = 0; i < 16; i++) result[i] = canonical.digest[i];
}

void segue_hash_free(segue_hash *hash) { XXH3_freeState((XXH3_state_t *)hash); }
