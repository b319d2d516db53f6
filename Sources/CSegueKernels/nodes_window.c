#include "CSegueKernels.h"
#include "vectors.h"

// Window nodes: `rows` are the 2·r + 1 rows around the pixels' own.

/// A pixel, or `own` where it has no alpha.
SEGUE_INLINE uint32_t visible(const uint8_t *p, uint32_t own) {
  const uint32_t pixel = segue_load(p);
  return pixel >> 24 ? pixel : own;
}

SEGUE_INLINE uint8_t clamped(int32_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

SEGUE_CLONES
static void convolve_opaque(uint8_t *dst, const uint8_t *const *rows, size_t n, const int32_t *w) {
  const uint8_t *top = rows[0], *own = rows[1], *bottom = rows[2];
  const int32_t w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4], w5 = w[5], w6 = w[6], w7 = w[7], w8 = w[8];
  const int32_t added = w[9] + 512;
  SEGUE_VECTORIZE
  for (ptrdiff_t i = 0; i < (ptrdiff_t)n * 4; i++) {
    const int32_t sum = w0 * top[i - 4] + w1 * top[i] + w2 * top[i + 4] + w3 * own[i - 4] + w4 * own[i]
        + w5 * own[i + 4] + w6 * bottom[i - 4] + w7 * bottom[i] + w8 * bottom[i + 4] + added;
    const uint8_t value = clamped(sum >> 10);
    dst[i] = (i & 3) == 3 ? 255 : value;
  }
}

void segue_convolve(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  const int32_t *w = node->numbers;
  if (node->opaque) return convolve_opaque(dst, rows, n, w);
  for (size_t i = 0; i < n; i++) {
    const uint32_t own = segue_load(rows[1] + i * 4);
    int32_t sums[3] = {w[9] + 512, w[9] + 512, w[9] + 512};
    for (int k = 0; k < 9; k++) {
      const uint32_t p = visible(rows[k / 3] + ((ptrdiff_t)i + k % 3 - 1) * 4, own);
      for (int c = 0; c < 3; c++) sums[c] += w[k] * (int32_t)(p >> 8 * c & 255);
    }
    const uint32_t color = clamped(sums[0] >> 10) | (uint32_t)clamped(sums[1] >> 10) << 8
        | (uint32_t)clamped(sums[2] >> 10) << 16 | (own & 0xff000000);
    segue_store(dst + i * 4, own >> 24 ? color : 0);
  }
}

SEGUE_INLINE int32_t grey(uint32_t p) {
  return (int32_t)((13933 * (p & 255) + 46871 * (p >> 8 & 255) + 4732 * (p >> 16 & 255) + 32768) >> 16);
}

/// Three rows' sums for the pixels of a block: the grey at each place, with a pixel more on either side.
SEGUE_CLONES
static void gradient_opaque(uint8_t *dst, const uint8_t *const *rows, size_t n, const int32_t *numbers) {
  enum { block = 256 };
  int32_t greys[3][block + 2], roots[block];
  const int32_t corner = numbers[0], side = numbers[1], *table = numbers + 4;
  for (size_t start = 0; start < n; start += block) {
    const ptrdiff_t count = (ptrdiff_t)(n - start < block ? n - start : block);
    for (int y = 0; y < 3; y++) {
      const uint8_t *row = rows[y] + start * 4;
      SEGUE_VECTORIZE
      for (ptrdiff_t i = -1; i <= count; i++) greys[y][i + 1] = grey(segue_load(row + i * 4));
    }
    SEGUE_VECTORIZE
    for (ptrdiff_t i = 0; i < count; i++) {
      const int32_t a = greys[0][i], b = greys[0][i + 1], c = greys[0][i + 2], d = greys[1][i];
      const int32_t f = greys[1][i + 2], g = greys[2][i], h = greys[2][i + 1], k = greys[2][i + 2];
      const int32_t across = corner * (c + k - a - g) + side * (f - d);
      const int32_t down = corner * (g + k - a - c) + side * (h - b);
      // Below 2²⁴: a float holds it, and the root of what is no square is far enough from the next whole number.
      roots[i] = (int32_t)__builtin_sqrtf((float)(across * across + down * down));
    }
    for (ptrdiff_t i = 0; i < count; i++) {
      segue_store(dst + (start + (size_t)i) * 4, (uint32_t)table[roots[i]] * 0x010101 | 0xff000000);
    }
  }
}

void segue_gradient(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  const int32_t corner = node->numbers[0], side = node->numbers[1], *table = node->numbers + 4;
  if (node->opaque) return gradient_opaque(dst, rows, n, node->numbers);
  for (size_t i = 0; i < n; i++) {
    const uint32_t own = segue_load(rows[1] + i * 4);
    int32_t v[9];
    for (int k = 0; k < 9; k++) v[k] = grey(visible(rows[k / 3] + ((ptrdiff_t)i + k % 3 - 1) * 4, own));
    const int32_t across = corner * (v[2] + v[8] - v[0] - v[6]) + side * (v[5] - v[3]);
    const int32_t down = corner * (v[6] + v[8] - v[0] - v[2]) + side * (v[7] - v[1]);
    const int32_t root = (int32_t)__builtin_sqrt((double)(across * across + down * down));
    const uint32_t color = (uint32_t)table[root] * 0x010101 | (own & 0xff000000);
    segue_store(dst + i * 4, own >> 24 ? color : 0);
  }
}

SEGUE_CLONES
static void extreme_opaque(
    uint8_t *dst, const uint8_t *const *rows, size_t n, int32_t reach, int32_t largest, int32_t column) {
  const uint8_t *own = rows[reach];
  memcpy(dst, own, n * 4);
  for (int32_t k = -reach; k <= reach; k++) {
    const uint8_t *other = column ? rows[reach + k] : own + (ptrdiff_t)k * 4;
    if (largest) {
      SEGUE_VECTORIZE
      for (size_t i = 0; i < n * 4; i++) dst[i] = dst[i] > other[i] ? dst[i] : other[i];
    } else {
      SEGUE_VECTORIZE
      for (size_t i = 0; i < n * 4; i++) dst[i] = dst[i] < other[i] ? dst[i] : other[i];
    }
  }
}

void segue_extreme(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  const int32_t reach = node->numbers[0], largest = node->numbers[1], column = node->numbers[2];
  if (node->opaque) return extreme_opaque(dst, rows, n, reach, largest, column);
  for (size_t i = 0; i < n; i++) {
    const uint32_t own = segue_load(rows[reach] + i * 4);
    uint32_t c[3] = {own & 255, own >> 8 & 255, own >> 16 & 255};
    for (int32_t k = -reach; k <= reach; k++) {
      const uint8_t *other = column ? rows[reach + k] + i * 4 : rows[reach] + ((ptrdiff_t)i + k) * 4;
      const uint32_t p = visible(other, own);
      for (int j = 0; j < 3; j++) {
        const uint32_t value = p >> 8 * j & 255;
        if (largest ? value > c[j] : value < c[j]) c[j] = value;
      }
    }
    segue_store(dst + i * 4, own >> 24 ? c[0] | c[1] << 8 | c[2] << 16 | (own & 0xff000000) : 0);
  }
}

#define EXCHANGE(a, b) \
  do { \
    const uint8_t low = v[a] < v[b] ? v[a] : v[b], high = v[a] < v[b] ? v[b] : v[a]; \
    v[a] = low; \
    v[b] = high; \
  } while (0)

/// The middle one of nine values: J. L. Smith, Implementing median filters in XC4000E FPGAs, 1996.
SEGUE_INLINE uint8_t middle(uint8_t v[9]) {
  EXCHANGE(1, 2); EXCHANGE(4, 5); EXCHANGE(7, 8);
  EXCHANGE(0, 1); EXCHANGE(3, 4); EXCHANGE(6, 7);
  EXCHANGE(1, 2); EXCHANGE(4, 5); EXCHANGE(7, 8);
  EXCHANGE(0, 3); EXCHANGE(5, 8); EXCHANGE(4, 7);
  EXCHANGE(3, 6); EXCHANGE(1, 4); EXCHANGE(2, 5);
  EXCHANGE(4, 7); EXCHANGE(4, 2); EXCHANGE(6, 4);
  EXCHANGE(4, 2);
  return v[4];
}

SEGUE_CLONES
static void median_opaque(uint8_t *dst, const uint8_t *const *rows, size_t n) {
  const uint8_t *top = rows[0], *own = rows[1], *bottom = rows[2];
  SEGUE_VECTORIZE
  for (ptrdiff_t i = 0; i < (ptrdiff_t)n * 4; i++) {
    uint8_t v[9] = {top[i - 4], top[i],        top[i + 4], own[i - 4],   own[i],
                    own[i + 4], bottom[i - 4], bottom[i],  bottom[i + 4]};
    dst[i] = middle(v);
  }
}

void segue_median(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  if (node->opaque) return median_opaque(dst, rows, n);
  for (size_t i = 0; i < n; i++) {
    const uint32_t own = segue_load(rows[1] + i * 4);
    uint32_t result = own & 0xff000000;
    for (int c = 0; c < 3; c++) {
      uint8_t v[9];
      for (int k = 0; k < 9; k++) {
        v[k] = (uint8_t)(visible(rows[k / 3] + ((ptrdiff_t)i + k % 3 - 1) * 4, own) >> 8 * c);
      }
      result |= (uint32_t)middle(v) << 8 * c;
    }
    segue_store(dst + i * 4, own >> 24 ? result : 0);
  }
}

void segue_kuwahara(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  const int32_t reach = node->numbers[0];
  const uint32_t count = (uint32_t)((reach + 1) * (reach + 1));
  for (size_t i = 0; i < n; i++) {
    const uint32_t own = segue_load(rows[reach] + i * 4);
    uint32_t best[3] = {0, 0, 0}, least = UINT32_MAX;
    for (int k = 0; k < 4; k++) {
      const int32_t left = k % 2 == 0 ? -reach : 0, top = k < 2 ? 0 : reach;
      segue_u32x4 sum = {0, 0, 0, 0}, squares = {0, 0, 0, 0};
      for (int32_t y = 0; y <= reach; y++) {
        for (int32_t x = 0; x <= reach; x++) {
          const uint32_t p = visible(rows[top + y] + ((ptrdiff_t)i + left + x) * 4, own);
          const segue_u32x4 c = segue_texel((const uint8_t *)&p);
          sum += c;
          squares += c * c;
        }
      }
      const uint32_t unrest = count * (squares[0] + squares[1] + squares[2])
          - (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
      if (unrest < least) {
        least = unrest;
        for (int c = 0; c < 3; c++) best[c] = sum[c];
      }
    }
    const uint32_t color = (best[0] + count / 2) / count | (best[1] + count / 2) / count << 8
        | (best[2] + count / 2) / count << 16 | (own & 0xff000000);
    segue_store(dst + i * 4, own >> 24 ? color : 0);
  }
}
