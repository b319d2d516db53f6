#include "CSegueKernels.h"
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

/// Bytes of two opaque rows, inverted by `flip` before and after, multiplied: sixteen at a time, in 16 bits.
SEGUE_INLINE void products_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, uint8_t flip) {
  size_t i = 0;
  for (; i + 16 <= n * 4; i += 16) {
    segue_u8x16 x, y;
    memcpy(&x, a + i, 16);
    memcpy(&y, b + i, 16);
    const segue_u16x16 t = __builtin_convertvector(x ^ flip, segue_u16x16)
        * __builtin_convertvector(y ^ flip, segue_u16x16) + 128;
    const segue_u8x16 mixed = __builtin_convertvector((t + (t >> 8)) >> 8, segue_u8x16) ^ flip;
    memcpy(dst + i, &mixed, 16);
  }
  for (; i < n * 4; i++) dst[i] = (uint8_t)product(a[i] ^ flip, b[i] ^ flip) ^ flip;
}

SEGUE_CLONES
static void multiply_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n) {
  products_opaque(dst, a, b, n, 0);
}

SEGUE_CLONES
static void screen_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n) {
  products_opaque(dst, a, b, n, 255);
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

/// `n` pixels composited, with `mixed` where both are.
SEGUE_CLONES
static void composite(uint8_t *dst, const uint8_t *a, const uint8_t *b, const uint32_t *mixed, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    segue_store(dst + i * 4, composited(segue_load(a + i * 4), segue_load(b + i * 4), mixed[i]));
  }
}

/// `n` mixed pixels with the alpha of `a`, and `a` itself where `b` has none.
SEGUE_CLONES
static void keep_alpha(uint8_t *dst, const uint8_t *a, const uint8_t *b, const uint32_t *mixed, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), q = segue_load(b + i * 4);
    const uint32_t result = q >> 24 ? mixed[i] | (p & 0xff000000) : p;
    segue_store(dst + i * 4, p >> 24 ? result : 0);
  }
}

void segue_blend(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t keeps_alpha = node->numbers[0], formula = node->numbers[1];
  if (!keeps_alpha && formula == 1 && node->opaque) return multiply_opaque(dst, a, b, n);
  if (!keeps_alpha && formula == 2 && node->opaque) return screen_opaque(dst, a, b, n);
  // 1 − (1 − x)(1 − y) is the screen.
  if (!keeps_alpha && formula != 0) return composite_products(dst, a, b, n, formula == 2 ? 0xffffff : 0);
  const int32_t *table = node->numbers + 4;
  enum { block = 256 };
  uint32_t both[block];
  for (size_t start = 0; start < n; start += block) {
    const size_t count = n - start < block ? n - start : block;
    const uint8_t *p0 = a + start * 4, *q0 = b + start * 4;
    for (size_t i = 0; i < count; i++) {
      const uint32_t p = segue_load(p0 + i * 4), q = segue_load(q0 + i * 4);
      both[i] = (uint32_t)table[(p & 255) << 8 | (q & 255)]
          | (uint32_t)table[(p & 0xff00) | (q >> 8 & 255)] << 8
          | (uint32_t)table[(p >> 8 & 0xff00) | (q >> 16 & 255)] << 16;
    }
    if (keeps_alpha) {
      keep_alpha(dst + start * 4, p0, q0, both, count);
    } else {
      composite(dst + start * 4, p0, q0, both, count);
    }
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
  enum { block = 256 };
  uint32_t mixed[block];
  for (size_t start = 0; start < n; start += block) {
    const size_t count = n - start < block ? n - start : block;
    for (size_t i = 0; i < count; i++) {
      const color back = color_of(segue_load(a + (start + i) * 4)), source = color_of(segue_load(b + (start + i) * 4));
      color both;
      switch (mode) {
      case 0: both = set_luminosity(set_saturation(source, most(back) - least(back)), luminosity(back)); break;
      case 1: both = set_luminosity(set_saturation(back, most(source) - least(source)), luminosity(back)); break;
      case 2: both = set_luminosity(source, luminosity(back)); break;
      default: both = set_luminosity(back, luminosity(source)); break;
      }
      mixed[i] = (uint32_t)both.r | (uint32_t)both.g << 8 | (uint32_t)both.b << 16;
    }
    composite(dst + start * 4, a + start * 4, b + start * 4, mixed, count);
  }
}
