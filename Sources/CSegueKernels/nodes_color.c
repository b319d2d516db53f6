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
