#include "CSegueKernels.h"
#include "vectors.h"

/// Interpolates from `p` to `q` by `t`, 0…32768.
SEGUE_INLINE uint32_t toward(uint32_t p, uint32_t q, uint32_t t) {
#if SEGUE_BITS == 16
  return (p * (32768 - t) + q * t + 16384) >> 15;
#else
  return (uint32_t)((int32_t)p + ((((int32_t)q - (int32_t)p) * (int32_t)t + 16384) >> 15));
#endif
}

/// `q` over the opaque pixel `p`.
SEGUE_INLINE segue_pixel over_opaque(segue_pixel p, segue_pixel q, uint32_t weight) {
  const uint32_t t = (segue_alpha(q) * weight + SEGUE_MOST / 2) / SEGUE_MOST;
  const uint32_t r = toward(segue_red(p), segue_red(q), t), g = toward(segue_green(p), segue_green(q), t);
  return segue_color(r, g, toward(segue_blue(p), segue_blue(q), t)) | SEGUE_ALPHA;
}

/// Converts 0 … 2³² − 1 to a double through the signed conversion, which exists for vectors.
SEGUE_INLINE double wide(uint32_t value) { return (double)(int32_t)(value ^ 0x80000000u) + 0x1p31; }

SEGUE_INLINE segue_pixel over_any(segue_pixel p, segue_pixel q, uint32_t weight) {
#if SEGUE_BITS == 16
  const uint32_t ws = (segue_alpha(q) * weight + 16384) >> 15;
  const uint32_t wb = segue_product(segue_alpha(p), 65535 - ws), sum = ws + wb;
#else
  const uint32_t share = segue_alpha(q) * ((weight + 64) >> 7);
  const uint32_t ws = share * 255, wb = segue_alpha(p) * (65280 - share), sum = ws + wb;
#endif
  const uint32_t half = sum / 2;
  const double reciprocal = 1.0 / (double)(int32_t)(sum | (sum == 0));
  const uint32_t nr = segue_red(p) * wb + segue_red(q) * ws + half;
  const uint32_t ng = segue_green(p) * wb + segue_green(q) * ws + half;
  const uint32_t nb = segue_blue(p) * wb + segue_blue(q) * ws + half;
  const uint32_t r = (uint32_t)(int32_t)(wide(nr) * reciprocal + SEGUE_NUDGE);
  const uint32_t g = (uint32_t)(int32_t)(wide(ng) * reciprocal + SEGUE_NUDGE);
  const uint32_t b = (uint32_t)(int32_t)(wide(nb) * reciprocal + SEGUE_NUDGE);
#if SEGUE_BITS == 16
  const uint32_t a = sum;
#else
  const uint32_t a = (uint32_t)(int32_t)((double)(int32_t)(sum + 32640) * (1.0 / 65280) + SEGUE_NUDGE);
#endif
  return segue_color(r, g, b) | (segue_pixel)a << 3 * SEGUE_BITS;
}

SEGUE_CLONES
void SEGUE(over_opaque)(uint8_t *dst, const uint8_t *source, size_t n, const uint16_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(dst + i * SEGUE_PIXEL), q = segue_load(source + i * SEGUE_PIXEL);
    segue_store(dst + i * SEGUE_PIXEL, over_opaque(p, q, weights[i]));
  }
}

SEGUE_CLONES
void SEGUE(over_alpha)(uint8_t *dst, const uint8_t *source, size_t n, const uint16_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(dst + i * SEGUE_PIXEL), q = segue_load(source + i * SEGUE_PIXEL);
    const uint32_t w = weights[i];
    const segue_pixel onto_opaque = over_opaque(p, q, w), onto_any = over_any(p, q, w);
    const segue_pixel result = p >= SEGUE_ALPHA ? onto_opaque : onto_any;
    segue_store(dst + i * SEGUE_PIXEL, w == 0 || segue_alpha(q) == 0 ? p : result);
  }
}

#if SEGUE_BITS == 8

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

SEGUE_CLONES
void segue_outline_weights(
    uint16_t *weights, size_t first, size_t end, const int32_t *across, int32_t down,
    const int32_t *across_arc, int32_t down_arc) {
  SEGUE_VECTORIZE
  for (size_t x = first; x < end; x++) {
    const int32_t between = across[x] * down >> 12, inside = 2048 - (across_arc[x] + down_arc);
    const int32_t least = inside < between ? inside : between, coverage = least > 0 ? least : 0;
    weights[x] = (uint16_t)((weights[x] * coverage + 2048) >> 12);
  }
}

#endif
