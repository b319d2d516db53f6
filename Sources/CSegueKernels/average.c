#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_CLONES
void segue_add_opaque(uint32_t *sums, const uint8_t *source, size_t n, uint32_t weight) {
  for (size_t i = 0; i < n * 4; i++) sums[i] += source[i] * weight;
}

SEGUE_CLONES
void segue_add_alpha(uint32_t *sums, const uint8_t *source, size_t n, uint32_t weight) {
  for (size_t i = 0; i < n; i++) {
    segue_u32x4 sum;
    memcpy(&sum, sums + i * 4, sizeof sum);
    sum += segue_premultiplied(source + i * 4, weight);
    memcpy(sums + i * 4, &sum, sizeof sum);
  }
}

SEGUE_CLONES
void segue_round_opaque(uint8_t *dst, const uint32_t *sums, size_t n) {
  for (size_t i = 0; i < n * 4; i++) dst[i] = (uint8_t)((sums[i] + 32768) >> 16);
}

SEGUE_CLONES
void segue_divide_alpha(uint8_t *dst, const uint32_t *sums, size_t n) {
  for (size_t i = 0; i < n; i++) {
    segue_u32x4 sum;
    memcpy(&sum, sums + i * 4, sizeof sum);
    segue_store_quotient(dst + i * 4, sum);
  }
}
