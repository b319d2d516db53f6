#include "CSegueKernels.h"
#include "vectors.h"

// Pointwise nodes that change colours by tables and matrices.

SEGUE_INLINE uint32_t byte_of(int32_t value) { return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

SEGUE_CLONES
void segue_matrix(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *m = node->numbers;
  const int32_t rr = m[0], rg = m[1], rb = m[2], r0 = m[3] + 32768;
  const int32_t gr = m[4], gg = m[5], gb = m[6], g0 = m[7] + 32768;
  const int32_t br = m[8], bg = m[9], bb = m[10], b0 = m[11] + 32768;
  if (node->opaque && !(rr | rg | rb | gr | gg | gb | br | bg | bb)) {
    return segue_fill(dst, n, byte_of(r0 >> 16) | byte_of(g0 >> 16) << 8 | byte_of(b0 >> 16) << 16 | 0xff000000);
  }
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4);
    const int32_t r = (int32_t)(p & 255), g = (int32_t)(p >> 8 & 255), c = (int32_t)(p >> 16 & 255);
    const uint32_t color = byte_of((rr * r + rg * g + rb * c + r0) >> 16)
        | byte_of((gr * r + gg * g + gb * c + g0) >> 16) << 8
        | byte_of((br * r + bg * g + bb * c + b0) >> 16) << 16 | (p & 0xff000000);
    segue_store(dst + i * 4, p >> 24 ? color : 0);
  }
}

SEGUE_CLONES
void segue_luma_lines(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *table = node->numbers;
  const int32_t wr = table[0], wg = table[1], wb = table[2];
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4);
    const int32_t red = (int32_t)(p & 255), green = (int32_t)(p >> 8 & 255), blue = (int32_t)(p >> 16 & 255);
    const int32_t *line = table + 3 + ((wr * red + wg * green + wb * blue + 32768) >> 16);
    const uint32_t color = byte_of((line[0] * red + line[768] + 32768) >> 16)
        | byte_of((line[256] * green + line[1024] + 32768) >> 16) << 8
        | byte_of((line[512] * blue + line[1280] + 32768) >> 16) << 16 | (p & 0xff000000);
    segue_store(dst + i * 4, p >> 24 ? color : 0);
  }
}

SEGUE_CLONES
void segue_row_lines(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t factor = node->numbers[2 * node->y], offset = node->numbers[2 * node->y + 1] + 32768;
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4);
    const int32_t red = (int32_t)(p & 255), green = (int32_t)(p >> 8 & 255), blue = (int32_t)(p >> 16 & 255);
    const uint32_t color = byte_of((factor * red + offset) >> 16) | byte_of((factor * green + offset) >> 16) << 8 |
                           byte_of((factor * blue + offset) >> 16) << 16 | (p & 0xff000000);
    segue_store(dst + i * 4, p >> 24 ? color : 0);
  }
}

SEGUE_INLINE segue_s32x4 grid_point(const int32_t *points, int32_t index) {
  segue_s32x4 value;
  memcpy(&value, points + (ptrdiff_t)index * 4, 16);
  return value;
}

SEGUE_CLONES
void segue_cube(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *cells = node->numbers + 4, *shares = cells + 768, *points = shares + 768;
  const int32_t side = node->numbers[0], plane = side * side;
  const int32_t steps[3] = {1, side, plane};
  // By r >= g, g >= b, r >= b: which channel has the largest share, which the one between.
  static const uint8_t highest[8] = {2, 2, 1, 1, 2, 0, 1, 0}, middle[8] = {1, 0, 2, 0, 1, 2, 0, 1};
  uint32_t last = 0, found = 0;
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4);
    // Neighbours are often alike.
    if (p == last) {
      segue_store(dst + i * 4, found);
      continue;
    }
    const uint32_t red = p & 255, green = p >> 8 & 255, blue = p >> 16 & 255;
    const int32_t first = cells[red] + cells[256 + green] + cells[512 + blue];
    const int32_t fr = shares[red], fg = shares[256 + green], fb = shares[512 + blue];
    // Three shares in falling order, and the steps of the first two, without a branch: noise would mislead it.
    const int rg_order = fr >= fg, gb_order = fg >= fb, rb_order = fr >= fb;
    const int32_t larger = rg_order ? fr : fg, smaller = rg_order ? fg : fr;
    const int32_t f1 = larger > fb ? larger : fb, f3 = smaller < fb ? smaller : fb, f2 = fr + fg + fb - f1 - f3;
    const int order = rg_order | gb_order << 1 | rb_order << 2;
    const int32_t s1 = steps[highest[order]], s12 = s1 + steps[middle[order]];
    const segue_s32x4 sum = grid_point(points, first) * (4096 - f1) + grid_point(points, first + s1) * (f1 - f2)
        + grid_point(points, first + s12) * (f2 - f3) + grid_point(points, first + 1 + side + plane) * f3;
    segue_s32x4 color = (sum + (1 << 19)) >> 20;
    color[3] = (int32_t)(p >> 24);
    segue_store_channels(dst + i * 4, (segue_u32x4)color);
    if (p >> 24 == 0) segue_store(dst + i * 4, 0);
    last = p;
    found = segue_load(dst + i * 4);
  }
}

SEGUE_CLONES
void segue_palette(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t count = node->numbers[0], *colors = node->numbers + 4;
  uint32_t last = 0, found = 0;
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4);
    // Neighbours are often alike.
    if (p != last) {
      const int32_t red = (int32_t)(p & 255), green = (int32_t)(p >> 8 & 255), blue = (int32_t)(p >> 16 & 255);
      int32_t least = INT32_MAX;
      uint32_t best = 0;
      for (int32_t k = 0; k < count; k++) {
        const int32_t *c = colors + k * 3;
        const int32_t r = c[0] - red, g = c[1] - green, v = c[2] - blue, square = r * r + g * g + v * v;
        if (square < least) {
          least = square;
          best = (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16;
        }
      }
      last = p;
      found = p >> 24 ? best | (p & 0xff000000) : 0;
    }
    segue_store(dst + i * 4, found);
  }
}

/// The byte of an amount of light: each 16th amount has one, and a sixteenth holds one step at most.
SEGUE_INLINE uint32_t byte_of_light(const int32_t *numbers, uint32_t light) {
  const uint32_t index = light >> 4;
  const uint32_t byte = (uint32_t)numbers[520 + (index >> 2)] >> ((index & 3) * 8) & 255;
  return byte + (light >= (uint32_t)numbers[261 + byte]);
}

SEGUE_CLONES
static void light_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const int32_t *numbers) {
  const uint32_t w = (uint32_t)numbers[0];
  const int32_t *lights = numbers + 4;
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), q = segue_load(b + i * 4);
    uint32_t color = 0xff000000;
    for (int shift = 0; shift < 24; shift += 8) {
      const uint32_t x = (uint32_t)lights[p >> shift & 255], y = (uint32_t)lights[q >> shift & 255];
      color |= byte_of_light(numbers, (x * (32768 - w) + y * w + 16384) >> 15) << shift;
    }
    segue_store(dst + i * 4, color);
  }
}

void segue_light(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *lights = numbers + 4;
  const uint32_t w = (uint32_t)numbers[0];
  if (w >= 32768) {
    memmove(dst, b, n * 4);
    return;
  }
  if (node->opaque) return light_opaque(dst, a, b, n, numbers);
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), q = segue_load(b + i * 4);
    const uint32_t wa = (p >> 24) * (32768 - w), wb = (q >> 24) * w, alpha = (wa + wb + 16384) >> 15;
    if (alpha == 0) {
      segue_store(dst + i * 4, 0);
      continue;
    }
    const int opaque = (p & q) >> 24 == 255;
    const uint32_t sa = opaque ? 32768 - w : (wa + 64) >> 7, sb = opaque ? w : (wb + 64) >> 7, sum = sa + sb;
    uint32_t color = alpha << 24;
    for (int shift = 0; shift < 24; shift += 8) {
      const uint32_t x = (uint32_t)lights[p >> shift & 255], y = (uint32_t)lights[q >> shift & 255];
      color |= byte_of_light(numbers, (x * sa + y * sb + sum / 2) / sum) << shift;
    }
    segue_store(dst + i * 4, color);
  }
}
