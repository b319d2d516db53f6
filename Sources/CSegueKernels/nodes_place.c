#include "CSegueKernels.h"
#include "vectors.h"

// Nodes that depend on where a pixel is, or on a distance.

/// The shares of `n` pixels, by the columns' and the row's part of their distance.
SEGUE_INLINE void look_up_shares(uint16_t *shares, const int32_t *columns, int32_t dy, size_t n, const int32_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const int32_t r = segue_distance(columns[i], dy);
    // A share and the next one.
    const uint32_t pair = (uint32_t)weights[r >> 3];
    const int32_t low = (int32_t)(pair & 65535), high = (int32_t)(pair >> 16);
    shares[i] = (uint16_t)(low + (((high - low) * (r & 7) + 4) >> 3));
  }
}

#if defined(__x86_64__)
SEGUE_AVX2_GATHERS
static void shares_avx2(uint16_t *shares, const int32_t *columns, int32_t dy, size_t n, const int32_t *weights) {
  look_up_shares(shares, columns, dy, n, weights);
}
#endif

static void distance_shares(uint16_t *shares, const int32_t *columns, int32_t dy, size_t n, const int32_t *weights) {
#if defined(__x86_64__)
  if (segue_has_avx2()) return shares_avx2(shares, columns, dy, n, weights);
#endif
  look_up_shares(shares, columns, dy, n, weights);
}

void segue_weighted(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *weights = numbers + 4, *columns = numbers + 7080;
  const int32_t dy = columns[numbers[0] + node->y];
  enum { block = 512 };
  uint16_t shares[block];
  for (size_t start = 0; start < n; start += block) {
    const size_t count = n - start < block ? n - start : block;
    distance_shares(shares, columns + start, dy, count, weights);
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
    const int32_t distance = segue_distance(cr, cb);
    const uint32_t alpha = ((p >> 24) * (uint32_t)weights[distance >> 5] + 16384) >> 15;
    segue_store(dst + i * 4, alpha == 0 ? 0 : (p & 0xffffff) | alpha << 24);
  }
}

SEGUE_CLONES
void segue_dots(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *radii = numbers + 4, *columns = numbers + 260;
  const int32_t kind = numbers[0], pixel = numbers[2], slope = numbers[3], down = columns[numbers[1] + node->y];
  const double square = (double)down * down;
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), red = p & 255, green = p >> 8 & 255, blue = p >> 16 & 255;
    const int32_t across = columns[i];
    const int32_t radius = radii[(13933 * red + 46871 * green + 4732 * blue + 32768) >> 16];
    uint32_t color;
    if (kind == 2) {
      const int32_t up = across + down, fall = across - down;
      const int stroke = (radius > 0 && (up & 65535) <= pixel) || (radius > 1 && (fall & 65535) <= pixel)
          || (radius > 2 && ((up + 32768) & 65535) <= pixel) || (radius > 3 && ((fall + 32768) & 65535) <= pixel);
      color = stroke ? 0 : 0xffffff;
    } else {
      const double x = across;
      int32_t inside = radius - (int32_t)__builtin_sqrt(x * x + square);
      inside = inside < -pixel ? -pixel : inside > pixel ? pixel : inside;
      int32_t share = 16384 + ((inside * slope) >> 8);
      share = share < 0 ? 0 : share > 32768 ? 32768 : share;
      const uint32_t w = (uint32_t)share, ground = kind == 0 ? 0 : 255 * (32768 - w);
      const uint32_t ink = kind == 0 ? w : 0;
      color = (red * ink + ground + 16384) >> 15 | ((green * ink + ground + 16384) >> 15) << 8
          | ((blue * ink + ground + 16384) >> 15) << 16;
    }
    segue_store(dst + i * 4, p >> 24 ? color | (p & 0xff000000) : 0);
  }
}
