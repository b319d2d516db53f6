#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_CLONES
void segue_grayscale(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4);
    const uint32_t grey = (13933 * (p & 255) + 46871 * (p >> 8 & 255) + 4732 * (p >> 16 & 255) + 32768) >> 16;
    const uint32_t result = grey * 0x010101 | (p & 0xff000000);
    segue_store(dst + i * 4, result);
  }
}

SEGUE_CLONES
void segue_nearest(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t limit = node->numbers[0];
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), q = segue_load(b + i * 4);
    const int32_t red = (int32_t)(p & 255) - (int32_t)(q & 255);
    const int32_t green = (int32_t)(p >> 8 & 255) - (int32_t)(q >> 8 & 255);
    const int32_t blue = (int32_t)(p >> 16 & 255) - (int32_t)(q >> 16 & 255);
    const uint32_t result = red * red + green * green + blue * blue <= limit ? p : q;
    segue_store(dst + i * 4, result);
  }
}

void segue_tone(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *red = node->numbers, *green = red + 256, *blue = red + 512, *alpha = red + 768;
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4);
    const uint32_t opacity = (uint32_t)alpha[p >> 24];
    const uint32_t color = (uint32_t)red[p & 255] | (uint32_t)green[p >> 8 & 255] << 8
        | (uint32_t)blue[p >> 16 & 255] << 16 | opacity << 24;
    segue_store(dst + i * 4, opacity == 0 ? 0 : color);
  }
}
