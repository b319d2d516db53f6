#include "CPixelKernels.h"
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
