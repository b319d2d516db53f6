#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_CLONES
void segue_luma(uint8_t *dst, const uint8_t *source, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(source + i * 4);
    dst[i] =
        (uint8_t)((11966 * (p & 255) + 40254 * (p >> 8 & 255) + 4064 * (p >> 16 & 255) + 1081344) >> 16);
  }
}

SEGUE_CLONES
void segue_chroma(uint8_t *cb, uint8_t *cr, const uint8_t *top, const uint8_t *bottom, size_t n) {
  const int32_t middle = 33685504;
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n / 2; i++) {
    const uint32_t a = segue_load(top + i * 8), b = segue_load(top + i * 8 + 4);
    const uint32_t c = segue_load(bottom + i * 8), d = segue_load(bottom + i * 8 + 4);
    const uint32_t mask = 0xff00ff;
    // Red and blue in one word, 16 bits each: a sum of four stays below 1024.
    const uint32_t both = (a & mask) + (b & mask) + (c & mask) + (d & mask);
    const int32_t red = both & 0xffff, blue = both >> 16;
    const int32_t green = (a >> 8 & 255) + (b >> 8 & 255) + (c >> 8 & 255) + (d >> 8 & 255);
    cb[i] = (uint8_t)((28785 * blue - 6596 * red - 22189 * green + middle) >> 18);
    cr[i] = (uint8_t)((28784 * red - 26145 * green - 2639 * blue + middle) >> 18);
  }
}

SEGUE_CLONES
void segue_from_yuv(
    uint8_t *dst, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    // 255/219 of the luma above 16, plus one half.
    const int32_t y = 76309 * ((int32_t)luma[i] - 16) + 32768;
    const int32_t b = (int32_t)cb[i / 2] - 128, r = (int32_t)cr[i / 2] - 128;
    const uint32_t red = segue_clamped((y + 117489 * r) >> 16);
    const uint32_t green = segue_clamped((y - 13975 * b - 34925 * r) >> 16);
    const uint32_t blue = segue_clamped((y + 138438 * b) >> 16);
    segue_store(dst + i * 4, red | green << 8 | blue << 16 | 0xff000000u);
  }
}

SEGUE_INLINE uint32_t deep_channel(const uint16_t *channel, const uint16_t *curve) {
  return curve ? curve[*channel] : *channel;
}

SEGUE_INLINE void deep_luma(
    uint16_t *dst, const uint16_t *source, size_t n, const segue_planes *planes, const uint16_t *curve) {
  for (size_t i = 0; i < n; i++) {
    uint32_t sum = (64u << 21) + (1u << 20);
    for (size_t c = 0; c < 3; c++) sum += planes->luma[c] * deep_channel(source + i * 4 + c, curve);
    dst[i] = (uint16_t)(sum >> 21);
  }
}

SEGUE_CLONES
void segue_luma_10(uint16_t *dst, const uint8_t *source, size_t n, const segue_planes *planes) {
  const uint16_t *pixels = (const uint16_t *)source;
  if (planes->to_planes) {
    deep_luma(dst, pixels, n, planes, planes->to_planes);
  } else {
    deep_luma(dst, pixels, n, planes, NULL);
  }
}

SEGUE_INLINE void deep_chroma(
    uint16_t *cb, uint16_t *cr, const uint16_t *top, const uint16_t *bottom, size_t n, const segue_planes *planes,
    const uint16_t *curve) {
  for (size_t i = 0; i < n / 2; i++) {
    int32_t blue = 1 << 21, red = 1 << 21;
    for (size_t c = 0; c < 3; c++) {
      const int32_t sum =
          (int32_t)(deep_channel(top + i * 8 + c, curve) + deep_channel(top + i * 8 + 4 + c, curve) +
                    deep_channel(bottom + i * 8 + c, curve) + deep_channel(bottom + i * 8 + 4 + c, curve));
      blue += planes->cb[c] * sum;
      red += planes->cr[c] * sum;
    }
    cb[i] = (uint16_t)((blue >> 22) + 512);
    cr[i] = (uint16_t)((red >> 22) + 512);
  }
}

SEGUE_CLONES
void segue_chroma_10(
    uint16_t *cb, uint16_t *cr, const uint8_t *top, const uint8_t *bottom, size_t n, const segue_planes *planes) {
  const uint16_t *upper = (const uint16_t *)top, *lower = (const uint16_t *)bottom;
  if (planes->to_planes) {
    deep_chroma(cb, cr, upper, lower, n, planes, planes->to_planes);
  } else {
    deep_chroma(cb, cr, upper, lower, n, planes, NULL);
  }
}

SEGUE_INLINE uint16_t deep_clamped(int32_t value, const uint16_t *curve) {
  const int32_t clamped = value < 0 ? 0 : value >= 65536 << 13 ? 65535 : value >> 13;
  return curve ? curve[clamped] : (uint16_t)clamped;
}

SEGUE_INLINE void deep_pixels(
    uint16_t *dst, const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, size_t n,
    const segue_planes *planes, const uint16_t *curve) {
  const int32_t *k = planes->channels;
  for (size_t i = 0; i < n; i++) {
    const int32_t y = k[0] * ((int32_t)luma[i] - 64) + (1 << 12);
    const int32_t b = (int32_t)cb[i / 2] - 512, r = (int32_t)cr[i / 2] - 512;
    dst[i * 4] = deep_clamped(y + k[1] * r, curve);
    dst[i * 4 + 1] = deep_clamped(y + k[2] * b + k[3] * r, curve);
    dst[i * 4 + 2] = deep_clamped(y + k[4] * b, curve);
    dst[i * 4 + 3] = 65535;
  }
}

SEGUE_CLONES
void segue_from_yuv_10(
    uint8_t *dst, const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, size_t n,
    const segue_planes *planes) {
  if (planes->from_planes) {
    deep_pixels((uint16_t *)dst, luma, cb, cr, n, planes, planes->from_planes);
  } else {
    deep_pixels((uint16_t *)dst, luma, cb, cr, n, planes, NULL);
  }
}
