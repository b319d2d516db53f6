#include "CPixelKernels.h"
#include "vectors.h"

// Nodes that depend on where a pixel is, or on a distance.

SEGUE_INLINE int32_t whole_root(uint32_t square) { return (int32_t)__builtin_sqrt((double)square); }

/// A factor in 2.14 times a way in 20.12.
SEGUE_INLINE int32_t times(int32_t factor, int32_t way) {
  return ((factor * (way >> 12)) >> 2) + ((factor * (way & 4095)) >> 14);
}

SEGUE_CLONES
void segue_radial(int32_t *u, int32_t *v, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *pairs = numbers + 4, *columns = numbers + 2056;
  const int32_t mx = numbers[0], my = numbers[1], dy = columns[numbers[2] + node->y];
  const int32_t py = node->y * 4096 - my;
  const double square = (double)dy * dy;
  SEGUE_VECTORIZE
  for (size_t x = 0; x < n; x++) {
    const double dx = columns[x];
    int32_t r = (int32_t)__builtin_sqrt(dx * dx + square);
    r = r < 32768 ? r : 32768;
    const int32_t entry = r >> 5 < 1023 ? r >> 5 : 1023, share = r - entry * 32;
    const int32_t a0 = pairs[entry * 2], b0 = pairs[entry * 2 + 1];
    const int32_t a = a0 + (((pairs[entry * 2 + 2] - a0) * share + 16) >> 5);
    const int32_t b = b0 + (((pairs[entry * 2 + 3] - b0) * share + 16) >> 5);
    const int32_t px = (int32_t)x * 4096 - mx;
    u[x] = mx + times(a, px) - times(b, py);
    v[x] = my + times(b, px) + times(a, py);
  }
}

SEGUE_CLONES
void segue_weighted(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *weights = numbers + 4, *columns = numbers + 7080;
  const int32_t dy = columns[numbers[0] + node->y];
  enum { block = 512 };
  uint16_t shares[block];
  for (size_t start = 0; start < n; start += block) {
    const size_t count = n - start < block ? n - start : block;
    for (size_t i = 0; i < count; i++) {
      const int32_t dx = columns[start + i];
      const int32_t r = whole_root((uint32_t)(dx * dx) + (uint32_t)(dy * dy));
      const int32_t low = weights[r >> 3];
      shares[i] = (uint16_t)(low + (((weights[(r >> 3) + 1] - low) * (r & 7) + 4) >> 3));
    }
    if (node->opaque) {
      segue_mix_opaque_weights(dst + start * 4, a + start * 4, b + start * 4, count, shares);
    } else {
      segue_mix_alpha_weights(dst + start * 4, a + start * 4, b + start * 4, count, shares);
    }
  }
}

SEGUE_CLONES
void segue_chroma_key(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t key_cr = node->numbers[0], key_cb = node->numbers[1], *weights = node->numbers + 4;
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4);
    const int32_t red = (int32_t)(p & 255), green = (int32_t)(p >> 8 & 255), blue = (int32_t)(p >> 16 & 255);
    const int32_t cr = ((65540 * red - 54836 * green - 10704 * blue + 512) >> 10) - key_cr;
    const int32_t cb = ((-22123 * red - 43418 * green + 65541 * blue + 512) >> 10) - key_cb;
    const int32_t distance = whole_root((uint32_t)(cr * cr) + (uint32_t)(cb * cb));
    const uint32_t alpha = ((p >> 24) * (uint32_t)weights[distance >> 5] + 16384) >> 15;
    segue_store(dst + i * 4, alpha == 0 ? 0 : (p & 0xffffff) | alpha << 24);
  }
}
