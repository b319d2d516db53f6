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
    // Red and blue side by side, 16 bits each: a sum of four stays below 1024.
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
    // 255/219 of the luma above 16, and a half.
    const int32_t y = 76309 * ((int32_t)luma[i] - 16) + 32768;
    const int32_t b = (int32_t)cb[i / 2] - 128, r = (int32_t)cr[i / 2] - 128;
    const uint32_t red = segue_clamped((y + 117489 * r) >> 16);
    const uint32_t green = segue_clamped((y - 13975 * b - 34925 * r) >> 16);
    const uint32_t blue = segue_clamped((y + 138438 * b) >> 16);
    segue_store(dst + i * 4, red | green << 8 | blue << 16 | 0xff000000u);
  }
}
