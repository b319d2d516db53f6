#include "CSegueKernels.h"
#include "vectors.h"

// Pointwise nodes that blend a source (b) onto a backdrop (a).

/// The source over the backdrop, with `mixed` in the intersection.
SEGUE_INLINE segue_pixel composited(segue_pixel p, segue_pixel q, segue_pixel mixed) {
  const uint32_t pa = segue_alpha(p), qa = segue_alpha(q);
#if SEGUE_BITS == 16
  // 16-bit weights, whose sum is the result's alpha.
  const uint32_t wm = segue_product(pa, qa), wb = pa - wm, ws = qa - wm, n = wb + ws + wm, alpha = n;
#else
  const uint32_t wb = (255 - qa) * pa, ws = (255 - pa) * qa, wm = qa * pa, n = wb + ws + wm, alpha = (n + 127) / 255;
#endif
  const uint32_t half = n / 2;
  const double reciprocal = 1.0 / (double)(int32_t)(n | (n == 0));
  segue_pixel result = (segue_pixel)alpha << 3 * SEGUE_BITS;
  for (int c = 0; c < 3; c++) {
    const uint32_t sum = segue_channel(p, c) * wb + segue_channel(q, c) * ws + segue_channel(mixed, c) * wm + half;
    result |= (segue_pixel)segue_quotient(sum, reciprocal) << c * SEGUE_BITS;
  }
  return n == 0 ? 0 : result;
}

#if SEGUE_BITS == 16

/// Two channels mixed by a formula of a blend table: see Blend.swift.
SEGUE_INLINE uint32_t blended(const int32_t *numbers, uint32_t b, uint32_t s) {
  switch (numbers[1]) {
  case 1: return segue_product(b, s);
  case 2: return 65535 - segue_product(65535 - b, 65535 - s);
  case 3: return b < s ? b : s;
  case 4: return b > s ? b : s;
  case 5: return b > s ? b - s : s - b;
  case 6:
    if (b == 0) return 0;
    return b >= 65535 - s ? 65535 : (b * 65535 + (65535 - s) / 2) / (65535 - s);
  case 7:
    if (b == 65535) return 65535;
    return 65535 - b >= s ? 0 : 65535 - ((65535 - b) * 65535 + s / 2) / s;
  case 8: return b == 0 ? 0 : b >= s ? 65535 : (b * 65535 + s / 2) / s;
  default: break;
  }
  // Interpolation between four entries of 257 per side.
  const uint32_t x = s + (s >> 15), y = b + (b >> 15);
  const int32_t fx = (int32_t)(x & 255), fy = (int32_t)(y & 255);
  const int32_t *top = numbers + 4 + (y >> 8) * 257 + (x >> 8), *bottom = fy ? top + 257 : top;
  const int next = fx ? 1 : 0;
  const int32_t above = (top[0] * (256 - fx) + top[next] * fx + 128) >> 8;
  const int32_t below = (bottom[0] * (256 - fx) + bottom[next] * fx + 128) >> 8;
  const int32_t value = (above * (256 - fy) + below * fy + 128) >> 8;
  if (numbers[2]) return value >= 0 ? 65535 : 0;
  return segue_clamped(value);
}

#endif

#if SEGUE_BITS == 8

/// Multiplies the bytes of two opaque rows, inverted by `flip` before and after: sixteen at a time,
/// in 16 bits.
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
  for (; i < n * 4; i++) dst[i] = (uint8_t)segue_product(a[i] ^ flip, b[i] ^ flip) ^ flip;
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
    const uint32_t mixed = segue_product(x & 255, y & 255) | segue_product(x >> 8 & 255, y >> 8 & 255) << 8
        | segue_product(x >> 16 & 255, y >> 16 & 255) << 16;
    segue_store(dst + i * 4, composited(p, q, mixed ^ flip));
  }
}

#endif

/// Composites `n` pixels, with `mixed` in the intersection.
SEGUE_CLONES
static void composite(uint8_t *dst, const uint8_t *a, const uint8_t *b, const segue_pixel *mixed, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL), q = segue_load(b + i * SEGUE_PIXEL);
    segue_store(dst + i * SEGUE_PIXEL, composited(p, q, mixed[i]));
  }
}

/// `n` mixed pixels with the alpha of `a`; `a` itself if `b` is transparent.
SEGUE_CLONES
static void keep_alpha(uint8_t *dst, const uint8_t *a, const uint8_t *b, const segue_pixel *mixed, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL), q = segue_load(b + i * SEGUE_PIXEL);
    const segue_pixel result = segue_alpha(q) ? mixed[i] | (p & SEGUE_ALPHA) : p;
    segue_store(dst + i * SEGUE_PIXEL, segue_alpha(p) ? result : 0);
  }
}

void SEGUE(blend)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t keeps_alpha = node->numbers[0];
#if SEGUE_BITS == 8
  const int32_t formula = node->numbers[1];
  if (!keeps_alpha && formula == 1 && node->opaque) return multiply_opaque(dst, a, b, n);
  if (!keeps_alpha && formula == 2 && node->opaque) return screen_opaque(dst, a, b, n);
  // 1 − (1 − x)(1 − y) is the screen.
  if (!keeps_alpha && (formula == 1 || formula == 2)) {
    return composite_products(dst, a, b, n, formula == 2 ? 0xffffff : 0);
  }
  const int32_t *table = node->numbers + 4;
#endif
  enum { block = 256 };
  segue_pixel both[block];
  for (size_t start = 0; start < n; start += block) {
    const size_t count = n - start < block ? n - start : block;
    const uint8_t *p0 = a + start * SEGUE_PIXEL, *q0 = b + start * SEGUE_PIXEL;
    for (size_t i = 0; i < count; i++) {
      const segue_pixel p = segue_load(p0 + i * SEGUE_PIXEL), q = segue_load(q0 + i * SEGUE_PIXEL);
#if SEGUE_BITS == 16
      both[i] = segue_color(
          blended(node->numbers, segue_red(p), segue_red(q)), blended(node->numbers, segue_green(p), segue_green(q)),
          blended(node->numbers, segue_blue(p), segue_blue(q)));
#else
      both[i] = (uint32_t)table[(p & 255) << 8 | (q & 255)]
          | (uint32_t)table[(p & 0xff00) | (q >> 8 & 255)] << 8
          | (uint32_t)table[(p >> 8 & 0xff00) | (q >> 16 & 255)] << 16;
#endif
    }
    if (keeps_alpha) {
      keep_alpha(dst + start * SEGUE_PIXEL, p0, q0, both, count);
    } else {
      composite(dst + start * SEGUE_PIXEL, p0, q0, both, count);
    }
  }
}

typedef struct {
  segue_wide r, g, b;
} color;

SEGUE_INLINE color color_of(segue_pixel p) { return (color){segue_red(p), segue_green(p), segue_blue(p)}; }
SEGUE_INLINE segue_wide luminosity(color c) { return (77 * c.r + 151 * c.g + 28 * c.b + 128) >> 8; }
SEGUE_INLINE segue_wide least(color c) { return c.r < c.g ? (c.r < c.b ? c.r : c.b) : (c.g < c.b ? c.g : c.b); }
SEGUE_INLINE segue_wide most(color c) { return c.r > c.g ? (c.r > c.b ? c.r : c.b) : (c.g > c.b ? c.g : c.b); }

SEGUE_INLINE color set_saturation(color c, segue_wide saturation) {
  const segue_wide low = least(c), spread = most(c) - low, half = spread / 2;
  if (spread == 0) return (color){0, 0, 0};
  return (color){((c.r - low) * saturation + half) / spread, ((c.g - low) * saturation + half) / spread,
                 ((c.b - low) * saturation + half) / spread};
}

SEGUE_INLINE color set_luminosity(color c, segue_wide l) {
  const segue_wide shift = l - luminosity(c);
  c = (color){c.r + shift, c.g + shift, c.b + shift};
  const segue_wide low = least(c);
  if (low < 0) {
    const segue_wide d = l - low, half = d / 2;
    c = (color){(l * (c.r - low) + half) / d, (l * (c.g - low) + half) / d, (l * (c.b - low) + half) / d};
  }
  const segue_wide high = most(c);
  if (high > (segue_wide)SEGUE_MOST) {
    const segue_wide d = high - l, half = d / 2, k = (segue_wide)SEGUE_MOST - l;
    c = (color){(segue_wide)SEGUE_MOST - ((high - c.r) * k + half) / d, (segue_wide)SEGUE_MOST - ((high - c.g) * k + half) / d,
                (segue_wide)SEGUE_MOST - ((high - c.b) * k + half) / d};
  }
  return c;
}

void SEGUE(blend_hsl)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t mode = node->numbers[0];
  enum { block = 256 };
  segue_pixel mixed[block];
  for (size_t start = 0; start < n; start += block) {
    const size_t count = n - start < block ? n - start : block;
    for (size_t i = 0; i < count; i++) {
      const color back = color_of(segue_load(a + (start + i) * SEGUE_PIXEL));
      const color source = color_of(segue_load(b + (start + i) * SEGUE_PIXEL));
      color both;
      switch (mode) {
      case 0: both = set_luminosity(set_saturation(source, most(back) - least(back)), luminosity(back)); break;
      case 1: both = set_luminosity(set_saturation(back, most(source) - least(source)), luminosity(back)); break;
      case 2: both = set_luminosity(source, luminosity(back)); break;
      default: both = set_luminosity(back, luminosity(source)); break;
      }
      mixed[i] = segue_color((uint32_t)both.r, (uint32_t)both.g, (uint32_t)both.b);
    }
    composite(dst + start * SEGUE_PIXEL, a + start * SEGUE_PIXEL, b + start * SEGUE_PIXEL, mixed, count);
  }
}
