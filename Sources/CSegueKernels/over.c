#include "CSegueKernels.h"
#include "vectors.h"

/// `q` over the opaque pixel `p`.
SEGUE_INLINE uint32_t over_opaque(uint32_t p, uint32_t q, uint32_t weight) {
  const int32_t t = (int32_t)(((q >> 24) * weight + 127) / 255);
  const int32_t pr = p & 255, pg = p >> 8 & 255, pb = p >> 16 & 255;
  const int32_t qr = q & 255, qg = q >> 8 & 255, qb = q >> 16 & 255;
  const uint32_t r = (uint32_t)(pr + (((qr - pr) * t + 16384) >> 15));
  const uint32_t g = (uint32_t)(pg + (((qg - pg) * t + 16384) >> 15));
  const uint32_t b = (uint32_t)(pb + (((qb - pb) * t + 16384) >> 15));
  return r | g << 8 | b << 16 | 0xff000000u;
}

/// 0 … 2³² − 1 as a double, by way of the signed conversion that vectors have.
SEGUE_INLINE double wide(uint32_t value) { return (double)(int32_t)(value ^ 0x80000000u) + 0x1p31; }

SEGUE_INLINE uint32_t over_any(uint32_t p, uint32_t q, uint32_t weight) {
  const uint32_t share = (q >> 24) * ((weight + 64) >> 7);
  const uint32_t ws = share * 255, wb = (p >> 24) * (65280 - share);
  const uint32_t sum = ws + wb, half = sum / 2;
  const double reciprocal = 1.0 / (double)(int32_t)(sum | (sum == 0));
  const uint32_t nr = (p & 255) * wb + (q & 255) * ws + half;
  const uint32_t ng = (p >> 8 & 255) * wb + (q >> 8 & 255) * ws + half;
  const uint32_t nb = (p >> 16 & 255) * wb + (q >> 16 & 255) * ws + half;
  const uint32_t r = (uint32_t)(int32_t)(wide(nr) * reciprocal + SEGUE_NUDGE);
  const uint32_t g = (uint32_t)(int32_t)(wide(ng) * reciprocal + SEGUE_NUDGE);
  const uint32_t b = (uint32_t)(int32_t)(wide(nb) * reciprocal + SEGUE_NUDGE);
  const uint32_t a = (uint32_t)(int32_t)((double)(int32_t)(sum + 32640) * (1.0 / 65280) + SEGUE_NUDGE);
  return r | g << 8 | b << 16 | a << 24;
}

SEGUE_CLONES
void segue_over_opaque(uint8_t *dst, const uint8_t *source, size_t n, const uint16_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    segue_store(dst + i * 4, over_opaque(segue_load(dst + i * 4), segue_load(source + i * 4), weights[i]));
  }
}

SEGUE_CLONES
void segue_over_alpha(uint8_t *dst, const uint8_t *source, size_t n, const uint16_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(dst + i * 4), q = segue_load(source + i * 4), w = weights[i];
    const uint32_t onto_opaque = over_opaque(p, q, w), onto_any = over_any(p, q, w);
    const uint32_t result = p >> 24 == 255 ? onto_opaque : onto_any;
    segue_store(dst + i * 4, w == 0 || q >> 24 == 0 ? p : result);
  }
}

SEGUE_CLONES
void segue_fill_weights(uint16_t *weights, size_t n, int32_t weight) {
  for (size_t i = 0; i < n; i++) weights[i] = (uint16_t)weight;
}

SEGUE_INLINE int32_t covered(int32_t distance, int32_t extent) {
  const int32_t end = distance + 2048 < extent ? distance + 2048 : extent;
  const int32_t start = distance - 2048 > 0 ? distance - 2048 : 0;
  return end > start ? end - start : 0;
}

SEGUE_CLONES
void segue_coverage_weights(
    uint16_t *weights, size_t first, size_t end, const int32_t *dux, int32_t du0, const int32_t *dvx,
    int32_t dv0, int32_t width, int32_t height, int32_t opacity) {
  if (dvx) {
    for (size_t x = first; x < end; x++) {
      const int32_t coverage = covered(dux[x] + du0, width) * covered(dvx[x] + dv0, height) >> 12;
      weights[x] = (uint16_t)((coverage * opacity + 2048) >> 12);
    }
  } else {
    const int32_t down = covered(dv0, height);
    for (size_t x = first; x < end; x++) {
      const int32_t coverage = covered(dux[x] + du0, width) * down >> 12;
      weights[x] = (uint16_t)((coverage * opacity + 2048) >> 12);
    }
  }
}
