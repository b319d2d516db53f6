#include "CPixelKernels.h"
#include "vectors.h"

// Pointwise nodes that blend a source (b) onto a backdrop (a).

/// The source over the backdrop, with `mixed` (three bytes) where both are.
SEGUE_INLINE uint32_t composited(uint32_t p, uint32_t q, uint32_t mixed) {
  const uint32_t pa = p >> 24, qa = q >> 24;
  const int32_t wb = (int32_t)((255 - qa) * pa), ws = (int32_t)((255 - pa) * qa), wm = (int32_t)(qa * pa);
  const int32_t n = wb + ws + wm, half = n / 2;
  const double reciprocal = 1.0 / (double)(n | (n == 0));
  uint32_t result = (uint32_t)(n + 127) / 255 << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    const int32_t sum = (int32_t)(p >> shift & 255) * wb + (int32_t)(q >> shift & 255) * ws
        + (int32_t)(mixed >> shift & 255) * wm + half;
    result |= (uint32_t)(int32_t)(sum * reciprocal + SEGUE_NUDGE) << shift;
  }
  return n == 0 ? 0 : result;
}

/// x·y / 255, rounded: exact for bytes.
SEGUE_INLINE uint32_t product(uint32_t x, uint32_t y) {
  const uint32_t t = x * y + 128;
  return (t + (t >> 8)) >> 8;
}

SEGUE_CLONES
static void multiply_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n * 4; i++) {
    const uint16_t t = (uint16_t)(a[i] * b[i] + 128);
    dst[i] = (uint8_t)((uint16_t)(t + (t >> 8)) >> 8);
  }
}

SEGUE_CLONES
static void screen_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n * 4; i++) {
    const uint16_t t = (uint16_t)((255 - a[i]) * (255 - b[i]) + 128);
    dst[i] = (uint8_t)(255 - ((uint16_t)(t + (t >> 8)) >> 8));
  }
}

SEGUE_CLONES
static void composite_products(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, uint32_t flip) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), q = segue_load(b + i * 4), x = p ^ flip, y = q ^ flip;
    const uint32_t mixed = product(x & 255, y & 255) | product(x >> 8 & 255, y >> 8 & 255) << 8
        | product(x >> 16 & 255, y >> 16 & 255) << 16;
    segue_store(dst + i * 4, composited(p, q, mixed ^ flip));
  }
}

void segue_blend(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t keeps_alpha = node->numbers[0], formula = node->numbers[1];
  if (!keeps_alpha && formula == 1 && node->opaque) return multiply_opaque(dst, a, b, n);
  if (!keeps_alpha && formula == 2 && node->opaque) return screen_opaque(dst, a, b, n);
  // 1 − (1 − x)(1 − y) is the screen.
  if (!keeps_alpha && formula != 0) return composite_products(dst, a, b, n, formula == 2 ? 0xffffff : 0);
  const int32_t *table = node->numbers + 4;
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), q = segue_load(b + i * 4);
    const uint32_t mixed = (uint32_t)table[(p & 255) << 8 | (q & 255)]
        | (uint32_t)table[(p & 0xff00) | (q >> 8 & 255)] << 8
        | (uint32_t)table[(p >> 8 & 0xff00) | (q >> 16 & 255)] << 16;
    uint32_t result;
    if (node->opaque) {
      result = mixed | 0xff000000;
    } else if (keeps_alpha) {
      result = p >> 24 == 0 ? 0 : q >> 24 == 0 ? p : mixed | (p & 0xff000000);
    } else {
      result = composited(p, q, mixed);
    }
    segue_store(dst + i * 4, result);
  }
}

typedef struct {
  int32_t r, g, b;
} color;

SEGUE_INLINE color color_of(uint32_t p) {
  return (color){(int32_t)(p & 255), (int32_t)(p >> 8 & 255), (int32_t)(p >> 16 & 255)};
}
SEGUE_INLINE int32_t luminosity(color c) { return (77 * c.r + 151 * c.g + 28 * c.b + 128) >> 8; }
SEGUE_INLINE int32_t least(color c) { return c.r < c.g ? (c.r < c.b ? c.r : c.b) : (c.g < c.b ? c.g : c.b); }
SEGUE_INLINE int32_t most(color c) { return c.r > c.g ? (c.r > c.b ? c.r : c.b) : (c.g > c.b ? c.g : c.b); }

SEGUE_INLINE color set_saturation(color c, int32_t saturation) {
  const int32_t low = least(c), spread = most(c) - low, half = spread / 2;
  if (spread == 0) return (color){0, 0, 0};
  return (color){((c.r - low) * saturation + half) / spread, ((c.g - low) * saturation + half) / spread,
                 ((c.b - low) * saturation + half) / spread};
}

SEGUE_INLINE color set_luminosity(color c, int32_t l) {
  const int32_t shift = l - luminosity(c);
  c = (color){c.r + shift, c.g + shift, c.b + shift};
  const int32_t low = least(c);
  if (low < 0) {
    const int32_t d = l - low, half = d / 2;
    c = (color){(l * (c.r - low) + half) / d, (l * (c.g - low) + half) / d, (l * (c.b - low) + half) / d};
  }
  const int32_t high = most(c);
  if (high > 255) {
    const int32_t d = high - l, half = d / 2, k = 255 - l;
    c = (color){255 - ((high - c.r) * k + half) / d, 255 - ((high - c.g) * k + half) / d,
                255 - ((high - c.b) * k + half) / d};
  }
  return c;
}

void segue_blend_hsl(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t mode = node->numbers[0];
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), q = segue_load(b + i * 4);
    const color back = color_of(p), source = color_of(q);
    color both;
    switch (mode) {
    case 0: both = set_luminosity(set_saturation(source, most(back) - least(back)), luminosity(back)); break;
    case 1: both = set_luminosity(set_saturation(back, most(source) - least(source)), luminosity(back)); break;
    case 2: both = set_luminosity(source, luminosity(back)); break;
    default: both = set_luminosity(back, luminosity(source)); break;
    }
    const uint32_t mixed = (uint32_t)both.r | (uint32_t)both.g << 8 | (uint32_t)both.b << 16;
    segue_store(dst + i * 4, composited(p, q, mixed));
  }
}
