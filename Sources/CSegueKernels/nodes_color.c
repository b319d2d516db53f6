#include "CSegueKernels.h"
#include "vectors.h"

// Pointwise nodes that change colours by tables and matrices.

SEGUE_CLONES
void SEGUE(matrix)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *m = node->numbers;
  const segue_wide rr = m[0], rg = m[1], rb = m[2], r0 = SEGUE_OFFSET(m[3]) + 32768;
  const segue_wide gr = m[4], gg = m[5], gb = m[6], g0 = SEGUE_OFFSET(m[7]) + 32768;
  const segue_wide br = m[8], bg = m[9], bb = m[10], b0 = SEGUE_OFFSET(m[11]) + 32768;
#if SEGUE_BITS == 8
  if (node->opaque && !(rr | rg | rb | gr | gg | gb | br | bg | bb)) {
    const uint32_t red = segue_clamped(r0 >> 16), green = segue_clamped(g0 >> 16), blue = segue_clamped(b0 >> 16);
    return segue_fill(dst, n, segue_color(red, green, blue) | SEGUE_ALPHA);
  }
#endif
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    const segue_wide r = segue_red(p), g = segue_green(p), c = segue_blue(p);
    const uint32_t red = segue_clamped((rr * r + rg * g + rb * c + r0) >> 16);
    const uint32_t green = segue_clamped((gr * r + gg * g + gb * c + g0) >> 16);
    const uint32_t blue = segue_clamped((br * r + bg * g + bb * c + b0) >> 16);
    segue_store(dst + i * SEGUE_PIXEL, segue_alpha(p) ? segue_color(red, green, blue) | (p & SEGUE_ALPHA) : 0);
  }
}

SEGUE_CLONES
void SEGUE(luma_lines)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *table = node->numbers;
  const uint32_t wr = (uint32_t)table[0], wg = (uint32_t)table[1], wb = (uint32_t)table[2];
  enum { count = SEGUE_VALUES };
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    const segue_wide red = segue_red(p), green = segue_green(p), blue = segue_blue(p);
    const int32_t *line = table + 3 + ((wr * (uint32_t)red + wg * (uint32_t)green + wb * (uint32_t)blue + 32768) >> 16);
    const segue_pixel color = segue_color(
        segue_clamped((line[0] * red + SEGUE_OFFSET(line[3 * count]) + 32768) >> 16),
        segue_clamped((line[count] * green + SEGUE_OFFSET(line[4 * count]) + 32768) >> 16),
        segue_clamped((line[2 * count] * blue + SEGUE_OFFSET(line[5 * count]) + 32768) >> 16));
    segue_store(dst + i * SEGUE_PIXEL, segue_alpha(p) ? color | (p & SEGUE_ALPHA) : 0);
  }
}

SEGUE_CLONES
void SEGUE(row_lines)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const segue_wide factor = node->numbers[2 * node->y], offset = SEGUE_OFFSET(node->numbers[2 * node->y + 1]) + 32768;
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    const uint32_t red = segue_clamped((factor * (segue_wide)segue_red(p) + offset) >> 16);
    const uint32_t green = segue_clamped((factor * (segue_wide)segue_green(p) + offset) >> 16);
    const uint32_t blue = segue_clamped((factor * (segue_wide)segue_blue(p) + offset) >> 16);
    segue_store(dst + i * SEGUE_PIXEL, segue_alpha(p) ? segue_color(red, green, blue) | (p & SEGUE_ALPHA) : 0);
  }
}

SEGUE_INLINE segue_s32x4 grid_point(const int32_t *points, int32_t index) {
  segue_s32x4 value;
  memcpy(&value, points + (ptrdiff_t)index * 4, 16);
  return value;
}

SEGUE_CLONES
void SEGUE(cube)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  enum { count = SEGUE_VALUES };
  const int32_t *cells = node->numbers + 4, *shares = cells + 3 * count, *points = shares + 3 * count;
  const int32_t side = node->numbers[0], plane = side * side;
  const int32_t steps[3] = {1, side, plane};
  // Indexed by r >= g, g >= b, r >= b: the channels with the largest and the middle share.
  static const uint8_t highest[8] = {2, 2, 1, 1, 2, 0, 1, 0}, middle[8] = {1, 0, 2, 0, 1, 2, 0, 1};
  segue_pixel last = 0, found = 0;
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    // Neighbouring pixels are often equal, so the last result is reused.
    if (p == last) {
      segue_store(dst + i * SEGUE_PIXEL, found);
      continue;
    }
    const uint32_t red = segue_red(p), green = segue_green(p), blue = segue_blue(p);
    const int32_t first = cells[red] + cells[count + green] + cells[2 * count + blue];
    const int32_t fr = shares[red], fg = shares[count + green], fb = shares[2 * count + blue];
    // Three weights in descending order, and the steps of the first two. The code has no branches, since
    // noise would cause mispredictions.
    const int rg_order = fr >= fg, gb_order = fg >= fb, rb_order = fr >= fb;
    const int32_t larger = rg_order ? fr : fg, smaller = rg_order ? fg : fr;
    const int32_t f1 = larger > fb ? larger : fb, f3 = smaller < fb ? smaller : fb, f2 = fr + fg + fb - f1 - f3;
    const int order = rg_order | gb_order << 1 | rb_order << 2;
    const int32_t s1 = steps[highest[order]], s12 = s1 + steps[middle[order]];
    const segue_s32x4 sum = grid_point(points, first) * (4096 - f1) + grid_point(points, first + s1) * (f1 - f2)
        + grid_point(points, first + s12) * (f2 - f3) + grid_point(points, first + 1 + side + plane) * f3;
    // The points have 8 more fractional bits for 8-bit channels.
    segue_s32x4 color = (sum + (1 << (27 - SEGUE_BITS))) >> (28 - SEGUE_BITS);
    color &= color >= 0;
    const segue_s32x4 isOver = color > (int32_t)SEGUE_MOST;
    color = (color & ~isOver) | ((int32_t)SEGUE_MOST & isOver);
    color[3] = (int32_t)segue_alpha(p);
    segue_store_channels(dst + i * SEGUE_PIXEL, (segue_u32x4)color);
    if (segue_alpha(p) == 0) segue_store(dst + i * SEGUE_PIXEL, 0);
    last = p;
    found = segue_load(dst + i * SEGUE_PIXEL);
  }
}

SEGUE_CLONES
void SEGUE(palette)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t count = node->numbers[0], *colors = node->numbers + 4;
  segue_pixel last = 0, found = 0;
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    // Neighbouring pixels are often equal, so the last result is reused.
    if (p != last) {
      const int32_t red = segue_squared(segue_red(p)), green = segue_squared(segue_green(p));
      const int32_t blue = segue_squared(segue_blue(p));
      int32_t least = INT32_MAX;
      segue_pixel best = 0;
      for (int32_t k = 0; k < count; k++) {
        const uint32_t cr = (uint32_t)colors[k * 3], cg = (uint32_t)colors[k * 3 + 1], cb = (uint32_t)colors[k * 3 + 2];
        const int32_t r = segue_squared(cr) - red, g = segue_squared(cg) - green, v = segue_squared(cb) - blue;
        const int32_t square = r * r + g * g + v * v;
        if (square < least) {
          least = square;
          best = segue_color(cr, cg, cb);
        }
      }
      last = p;
      found = segue_alpha(p) ? best | (p & SEGUE_ALPHA) : 0;
    }
    segue_store(dst + i * SEGUE_PIXEL, found);
  }
}

#if SEGUE_BITS == 16
enum { values = 65536, lights_at = 4 };

/// The value for an amount of light.
SEGUE_INLINE uint32_t value_of_light(const int32_t *numbers, uint32_t light) {
  return (uint32_t)numbers[lights_at + values + light];
}
#else
enum { lights_at = 4 };

/// The byte for an amount of light: each 16th amount has an entry, and a sixteenth spans one step
/// at most.
SEGUE_INLINE uint32_t value_of_light(const int32_t *numbers, uint32_t light) {
  const uint32_t index = light >> 4;
  const uint32_t byte = (uint32_t)numbers[520 + (index >> 2)] >> ((index & 3) * 8) & 255;
  return byte + (light >= (uint32_t)numbers[261 + byte]);
}
#endif

SEGUE_CLONES
static void light_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const int32_t *numbers) {
  const uint32_t w = (uint32_t)numbers[0];
  const int32_t *lights = numbers + lights_at;
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL), q = segue_load(b + i * SEGUE_PIXEL);
    segue_pixel color = SEGUE_ALPHA;
    for (int c = 0; c < 3; c++) {
      const uint32_t x = (uint32_t)lights[segue_channel(p, c)], y = (uint32_t)lights[segue_channel(q, c)];
      color |= (segue_pixel)value_of_light(numbers, (x * (32768 - w) + y * w + 16384) >> 15) << c * SEGUE_BITS;
    }
    segue_store(dst + i * SEGUE_PIXEL, color);
  }
}

void SEGUE(light)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *lights = numbers + lights_at;
  const uint32_t w = (uint32_t)numbers[0];
  if (w >= 32768) {
    memmove(dst, b, n * SEGUE_PIXEL);
    return;
  }
  if (node->opaque) return light_opaque(dst, a, b, n, numbers);
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL), q = segue_load(b + i * SEGUE_PIXEL);
    const uint32_t wa = segue_alpha(p) * (32768 - w), wb = segue_alpha(q) * w, alpha = (wa + wb + 16384) >> 15;
    if (alpha == 0) {
      segue_store(dst + i * SEGUE_PIXEL, 0);
      continue;
    }
    const int opaque = (p & q) >= SEGUE_ALPHA;
#if SEGUE_BITS == 16
    const uint32_t part = (wb + 16384) >> 15;
    const uint32_t sa = opaque ? 32768 - w : alpha - part, sb = opaque ? w : part, sum = sa + sb;
#else
    const uint32_t sa = opaque ? 32768 - w : (wa + 64) >> 7, sb = opaque ? w : (wb + 64) >> 7, sum = sa + sb;
#endif
    segue_pixel color = (segue_pixel)alpha << 3 * SEGUE_BITS;
    for (int c = 0; c < 3; c++) {
      const uint32_t x = (uint32_t)lights[segue_channel(p, c)], y = (uint32_t)lights[segue_channel(q, c)];
      color |= (segue_pixel)value_of_light(numbers, (x * sa + y * sb + sum / 2) / sum) << c * SEGUE_BITS;
    }
    segue_store(dst + i * SEGUE_PIXEL, color);
  }
}
