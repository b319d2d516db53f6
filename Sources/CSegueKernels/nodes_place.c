#include "CSegueKernels.h"
#include "vectors.h"

// Nodes that depend on a pixel's position or a distance.

/// Looks up the second picture's weights of `n` pixels. `columns` and `dy` are the column and row
/// components of the distances; `weights` is the table of `NodeKind.weighted`.
SEGUE_INLINE void look_up_shares(uint16_t *shares, const int32_t *columns, int32_t dy, size_t n, const int32_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const int32_t r = segue_distance(columns[i], dy);
    // A table entry: its weight in the low half, the next weight in the high half.
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

#if SEGUE_BITS == 8
void segue_weighted_shares(uint16_t *shares, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *columns = numbers + 7080;
  distance_shares(shares, columns, columns[numbers[0] + node->y], n, numbers + 4);
}
#endif

void SEGUE(weighted)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *weights = numbers + 4, *columns = numbers + 7080;
  const int32_t dy = columns[numbers[0] + node->y];
  enum { block = 512 };
  uint16_t shares[block];
  for (size_t start = 0; start < n; start += block) {
    const size_t count = n - start < block ? n - start : block, at = start * SEGUE_PIXEL;
    distance_shares(shares, columns + start, dy, count, weights);
    if (node->opaque) {
      SEGUE(mix_opaque_weights)(dst + at, a + at, b + at, count, shares);
    } else {
      SEGUE(mix_alpha_weights)(dst + at, a + at, b + at, count, shares);
    }
  }
}

SEGUE_CLONES
void SEGUE(chroma_key)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t key_cr = node->numbers[0], key_cb = node->numbers[1], *weights = node->numbers + 4;
  // Differences are signed, in 1/128 of 0…255.
  enum { shift = SEGUE_BITS + 2 };
  const segue_wide half = 1 << (shift - 1);
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    const segue_wide red = segue_red(p), green = segue_green(p), blue = segue_blue(p);
    const int32_t cr = (int32_t)((65540 * red - 54836 * green - 10704 * blue + half) >> shift) - key_cr;
    const int32_t cb = (int32_t)((-22123 * red - 43418 * green + 65541 * blue + half) >> shift) - key_cb;
    const int32_t distance = segue_distance(cr, cb), *weight = weights + (distance >> 5);
#if SEGUE_BITS == 16
    const uint32_t share = (uint32_t)(weight[0] + (((weight[1] - weight[0]) * (distance & 31) + 16) >> 5));
#else
    const uint32_t share = (uint32_t)weight[0];
#endif
    const uint32_t alpha = (segue_alpha(p) * share + 16384) >> 15;
    segue_store(
        dst + i * SEGUE_PIXEL, alpha == 0 ? 0 : (p & ~SEGUE_ALPHA) | (segue_pixel)alpha << 3 * SEGUE_BITS);
  }
}

SEGUE_CLONES
void SEGUE(dots)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *radii = numbers + 4, *columns = radii + SEGUE_VALUES;
  const int32_t kind = numbers[0], pixel = numbers[2], slope = numbers[3], down = columns[numbers[1] + node->y];
  const double square = (double)down * down;
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    const uint32_t red = segue_red(p), green = segue_green(p), blue = segue_blue(p);
    const int32_t across = columns[i];
    const int32_t radius = radii[segue_grey(p)];
    segue_pixel color;
    if (kind == 2) {
      const int32_t up = across + down, fall = across - down;
      const int stroke = (radius > 0 && (up & 65535) <= pixel) || (radius > 1 && (fall & 65535) <= pixel)
          || (radius > 2 && ((up + 32768) & 65535) <= pixel) || (radius > 3 && ((fall + 32768) & 65535) <= pixel);
      color = stroke ? 0 : ~SEGUE_ALPHA;
    } else {
      const double x = across;
      int32_t inside = radius - (int32_t)__builtin_sqrt(x * x + square);
      inside = inside < -pixel ? -pixel : inside > pixel ? pixel : inside;
      int32_t share = 16384 + ((inside * slope) >> 8);
      share = share < 0 ? 0 : share > 32768 ? 32768 : share;
      const uint32_t w = (uint32_t)share, ground = kind == 0 ? 0 : SEGUE_MOST * (32768 - w);
      const uint32_t ink = kind == 0 ? w : 0;
      color = segue_color(
          (red * ink + ground + 16384) >> 15, (green * ink + ground + 16384) >> 15,
          (blue * ink + ground + 16384) >> 15);
    }
    segue_store(dst + i * SEGUE_PIXEL, segue_alpha(p) ? color | (p & SEGUE_ALPHA) : 0);
  }
}
