#include "CPixelKernels.h"
#include "vectors.h"

SEGUE_CLONES
void segue_mix_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight) {
  // (a − b)·(−w) is (b − a)·w, and −32768 fits 16 bits where 32768 does not.
  const int16_t negated = (int16_t)-weight;
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n * 4; i++) {
    int16_t difference = (int16_t)(a[i] - b[i]);
    dst[i] = (uint8_t)(a[i] + ((difference * negated + 16384) >> 15));
  }
}

SEGUE_CLONES
void segue_mix_opaque_weights(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const uint16_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const int16_t negated = (int16_t)-weights[i];
    for (size_t c = 0; c < 4; c++) {
      int16_t difference = (int16_t)(a[i * 4 + c] - b[i * 4 + c]);
      dst[i * 4 + c] = (uint8_t)(a[i * 4 + c] + ((difference * negated + 16384) >> 15));
    }
  }
}

/// A mix where neither operand is taken as it is.
SEGUE_INLINE uint32_t mixed(uint32_t p, uint32_t q, uint32_t weight) {
  const uint32_t wa = (p >> 24) * (32768 - weight);
  const uint32_t wb = (q >> 24) * weight;
  const uint32_t sum = wa + wb, half = sum / 2;
  const double reciprocal = 1.0 / (double)(int32_t)(sum | (sum == 0));
  // Below 2³¹: the conversions are signed, which vectors have.
  const int32_t r = (int32_t)((p & 255) * wa + (q & 255) * wb + half);
  const int32_t g = (int32_t)((p >> 8 & 255) * wa + (q >> 8 & 255) * wb + half);
  const int32_t b = (int32_t)((p >> 16 & 255) * wa + (q >> 16 & 255) * wb + half);
  const uint32_t qr = (uint32_t)(int32_t)(r * reciprocal + SEGUE_NUDGE);
  const uint32_t qg = (uint32_t)(int32_t)(g * reciprocal + SEGUE_NUDGE);
  const uint32_t qb = (uint32_t)(int32_t)(b * reciprocal + SEGUE_NUDGE);
  return qr | qg << 8 | qb << 16 | (sum + 16384) >> 15 << 24;
}

SEGUE_CLONES
void segue_mix_alpha(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    segue_store(dst + i * 4, mixed(segue_load(a + i * 4), segue_load(b + i * 4), (uint32_t)weight));
  }
}

SEGUE_CLONES
void segue_mix_alpha_weights(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const uint16_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), q = segue_load(b + i * 4), w = weights[i];
    const uint32_t between = mixed(p, q, w);
    segue_store(dst + i * 4, w == 0 ? p : w == 32768 ? q : between);
  }
}

SEGUE_CLONES
void segue_matte_weights(
    uint16_t *weights, const uint16_t *field, size_t n, int32_t threshold, int32_t span,
    uint32_t reciprocal) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const int32_t distance = threshold - field[i];
    // A product that overflows belongs to a distance that isn't taken.
    const uint32_t part = ((uint32_t)distance * reciprocal) >> 16;
    weights[i] = (uint16_t)(distance <= 0 ? 0 : distance >= span ? 32768 : part);
  }
}
