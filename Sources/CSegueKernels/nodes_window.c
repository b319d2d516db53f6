#include "CSegueKernels.h"
#include "vectors.h"

// Window nodes: `rows` are the 2·r + 1 rows centred at the pixels' own.

/// A pixel, or `own` if it is transparent.
SEGUE_INLINE segue_pixel visible(const uint8_t *p, segue_pixel own) {
  const segue_pixel pixel = segue_load(p);
  return segue_alpha(pixel) ? pixel : own;
}

/// The pixels of a block, which stay in the cache.
enum { block = 256, block_bytes = block * SEGUE_PIXEL };

/// Copies one neighbour of each pixel of a block to `kept`. A transparent neighbour is replaced by the pixel itself.
SEGUE_CLONES
static void keep_visible(uint8_t *kept, const uint8_t *source, const uint8_t *own, ptrdiff_t count) {
  SEGUE_VECTORIZE
  for (ptrdiff_t i = 0; i < count; i++) {
    const segue_pixel p = visible(source + i * SEGUE_PIXEL, segue_load(own + i * SEGUE_PIXEL));
    segue_store(kept + i * SEGUE_PIXEL, p);
  }
}

/// Gives opaque results the alpha of their pixels.
SEGUE_CLONES
static void restore_alpha(uint8_t *dst, const uint8_t *own, ptrdiff_t count) {
  SEGUE_VECTORIZE
  for (ptrdiff_t i = 0; i < count; i++) {
    const segue_pixel alpha = segue_load(own + i * SEGUE_PIXEL) & SEGUE_ALPHA;
    const segue_pixel color = segue_load(dst + i * SEGUE_PIXEL) & ~SEGUE_ALPHA;
    segue_store(dst + i * SEGUE_PIXEL, alpha ? color | alpha : 0);
  }
}

/// The nine neighbours of a block, from the top left, in the rows or, with alpha, in `kept`.
static void neighbours(
    const uint8_t *taps[9], uint8_t kept[9][block_bytes], const uint8_t *const *rows, size_t start, ptrdiff_t count,
    int32_t opaque) {
  for (int k = 0; k < 9; k++) {
    taps[k] = rows[k / 3] + ((ptrdiff_t)start + k % 3 - 1) * SEGUE_PIXEL;
    if (opaque) continue;
    keep_visible(kept[k], taps[k], rows[1] + start * SEGUE_PIXEL, count);
    taps[k] = kept[k];
  }
}

SEGUE_CLONES
static void convolve_block(uint8_t *dst, const uint8_t *const taps[9], ptrdiff_t count, const int32_t *w) {
  const segue_lane *t0 = (const segue_lane *)taps[0], *t1 = (const segue_lane *)taps[1];
  const segue_lane *t2 = (const segue_lane *)taps[2], *t3 = (const segue_lane *)taps[3];
  const segue_lane *t4 = (const segue_lane *)taps[4], *t5 = (const segue_lane *)taps[5];
  const segue_lane *t6 = (const segue_lane *)taps[6], *t7 = (const segue_lane *)taps[7];
  const segue_lane *t8 = (const segue_lane *)taps[8];
  const segue_wide w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4], w5 = w[5], w6 = w[6], w7 = w[7], w8 = w[8];
  const segue_wide added = SEGUE_OFFSET(w[9]) + 512;
  segue_lane *lanes = (segue_lane *)dst;
  SEGUE_VECTORIZE
  for (ptrdiff_t i = 0; i < count * 4; i++) {
    const segue_wide sum = w0 * t0[i] + w1 * t1[i] + w2 * t2[i] + w3 * t3[i] + w4 * t4[i] + w5 * t5[i] + w6 * t6[i]
        + w7 * t7[i] + w8 * t8[i] + added;
    const segue_lane value = (segue_lane)segue_clamped(sum >> 10);
    lanes[i] = (i & 3) == 3 ? (segue_lane)SEGUE_MOST : value;
  }
}

void SEGUE(convolve)(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  uint8_t kept[9][block_bytes];
  const uint8_t *taps[9];
  for (size_t start = 0; start < n; start += block) {
    const ptrdiff_t count = (ptrdiff_t)(n - start < block ? n - start : block);
    neighbours(taps, kept, rows, start, count, node->opaque);
    convolve_block(dst + start * SEGUE_PIXEL, taps, count, node->numbers);
    if (!node->opaque) restore_alpha(dst + start * SEGUE_PIXEL, rows[1] + start * SEGUE_PIXEL, count);
  }
}

#if SEGUE_HAND_WRITTEN
/// The greys of eight pixels. The weight of green is reduced by 2¹⁶, and green itself is added
/// instead.
SEGUE_AVX2_INLINE __m256i eight_greys(const uint8_t *source) {
  const __m256i pixels = _mm256_loadu_si256((const __m256i *)source);
  const __m256i red_blue = _mm256_and_si256(pixels, _mm256_set1_epi32(0x00FF00FF));
  const __m256i green = _mm256_and_si256(_mm256_srli_epi32(pixels, 8), _mm256_set1_epi32(0xFF));
  const __m256i sum = _mm256_add_epi32(
      _mm256_add_epi32(
          _mm256_madd_epi16(red_blue, _mm256_set1_epi32(segue_grey_blue << 16 | segue_grey_red)),
          _mm256_madd_epi16(green, _mm256_set1_epi32((segue_grey_green - 65536) & 0xFFFF))),
      _mm256_set1_epi32(segue_grey_half));
  return _mm256_add_epi32(_mm256_srai_epi32(sum, 16), green);
}

/// The greys of all pixels in whole blocks of 32; returns their number.
SEGUE_AVX2
static ptrdiff_t greys_avx2(uint8_t *greys, const uint8_t *source, ptrdiff_t count) {
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  ptrdiff_t i = 0;
  for (; i + 32 <= count; i += 32) {
    const uint8_t *p = source + i * 4;
    const __m256i low = _mm256_packus_epi32(eight_greys(p), eight_greys(p + 32));
    const __m256i high = _mm256_packus_epi32(eight_greys(p + 64), eight_greys(p + 96));
    const __m256i bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(low, high), order);
    _mm256_storeu_si256((__m256i *)(greys + i), bytes);
  }
  return i;
}

SEGUE_AVX2_INLINE __m256i sixteen_lanes(const uint8_t *lanes) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)lanes));
}

/// The integer roots of eight sums of two squares, given as pairs of roots.
SEGUE_AVX2_INLINE __m256i eight_roots(__m256i pairs) {
  return _mm256_cvttps_epi32(_mm256_sqrt_ps(_mm256_cvtepi32_ps(_mm256_madd_epi16(pairs, pairs))));
}

/// Roots as in `root_block`, for all pixels in whole blocks of 16; returns their number.
SEGUE_AVX2
static ptrdiff_t roots_avx2(
    uint16_t *roots, const uint8_t *const g[9], ptrdiff_t count, int32_t corners, int32_t sides) {
  const __m256i corner = _mm256_set1_epi16((int16_t)corners), side = _mm256_set1_epi16((int16_t)sides);
  ptrdiff_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const __m256i rising = _mm256_sub_epi16(sixteen_lanes(g[8] + i), sixteen_lanes(g[0] + i));
    const __m256i falling = _mm256_sub_epi16(sixteen_lanes(g[2] + i), sixteen_lanes(g[6] + i));
    const __m256i right = _mm256_sub_epi16(sixteen_lanes(g[5] + i), sixteen_lanes(g[3] + i));
    const __m256i below = _mm256_sub_epi16(sixteen_lanes(g[7] + i), sixteen_lanes(g[1] + i));
    const __m256i across = _mm256_add_epi16(
        _mm256_mullo_epi16(corner, _mm256_add_epi16(rising, falling)), _mm256_mullo_epi16(side, right));
    const __m256i down = _mm256_add_epi16(
        _mm256_mullo_epi16(corner, _mm256_sub_epi16(rising, falling)), _mm256_mullo_epi16(side, below));
    const __m256i low = eight_roots(_mm256_unpacklo_epi16(across, down));
    const __m256i high = eight_roots(_mm256_unpackhi_epi16(across, down));
    _mm256_storeu_si256((__m256i *)(roots + i), _mm256_packus_epi32(low, high));
  }
  return i;
}

/// Opaque grey pixels from `greys`, in whole blocks of 8; returns their number.
SEGUE_AVX2
static ptrdiff_t pixels_avx2(uint8_t *dst, const uint8_t *greys, ptrdiff_t count) {
  const __m256i spread = _mm256_setr_epi8(
      0, 0, 0, -1, 4, 4, 4, -1, 8, 8, 8, -1, 12, 12, 12, -1, 0, 0, 0, -1, 4, 4, 4, -1, 8, 8, 8, -1, 12, 12, 12, -1);
  const __m256i alpha = _mm256_set1_epi32((int32_t)SEGUE_ALPHA);
  ptrdiff_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m256i wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(greys + i)));
    _mm256_storeu_si256(
        (__m256i *)(dst + i * 4), _mm256_or_si256(_mm256_shuffle_epi8(wide, spread), alpha));
  }
  return i;
}
#endif

SEGUE_CLONES
static void grey_block(segue_lane *greys, const uint8_t *source, ptrdiff_t count) {
  ptrdiff_t i = 0;
#if SEGUE_HAND_WRITTEN
  if (segue_has_avx2()) i = greys_avx2(greys, source, count);
#endif
  SEGUE_VECTORIZE
  for (; i < count; i++) greys[i] = (segue_lane)segue_grey(segue_load(source + i * SEGUE_PIXEL));
}

void SEGUE(greys)(uint8_t *dst, const uint8_t *source, size_t n) {
  grey_block((segue_lane *)dst, source, (ptrdiff_t)n);
}

#if SEGUE_BITS == 16
typedef int32_t root;
#else
typedef uint16_t root;
#endif

/// The integer roots of both squared differences of nine greys.
SEGUE_CLONES
static void root_block(
    root *roots, const segue_lane *const greys[9], ptrdiff_t count, int32_t corner, int32_t side) {
  const segue_lane *g0 = greys[0], *g1 = greys[1], *g2 = greys[2], *g3 = greys[3], *g5 = greys[5];
  const segue_lane *g6 = greys[6], *g7 = greys[7], *g8 = greys[8];
  ptrdiff_t i = 0;
#if SEGUE_HAND_WRITTEN
  if (segue_has_avx2()) i = roots_avx2(roots, greys, count, corner, side);
#endif
  SEGUE_VECTORIZE
  for (; i < count; i++) {
    const int32_t rising = g8[i] - g0[i], falling = g2[i] - g6[i];
    const int32_t across = corner * (rising + falling) + side * (g5[i] - g3[i]);
    const int32_t down = corner * (rising - falling) + side * (g7[i] - g1[i]);
#if SEGUE_BITS == 16
    roots[i] = segue_distance(across >> 3, down >> 3);
#else
    // Below 2²⁴: a float is exact, and the root of a non-square is far enough from the next
    // integer.
    roots[i] = (root)__builtin_sqrtf((float)(across * across + down * down));
#endif
  }
}

/// The table's values for the gradient magnitude of nine greys, as opaque pixels.
static void steepness(
    uint8_t *dst, const segue_lane *const greys[9], ptrdiff_t count, const segue_node *node) {
  root roots[block];
  segue_lane values[block];
  root_block(roots, greys, count, node->numbers[0], node->numbers[1]);
  const int32_t *table = node->numbers + 4;
  for (ptrdiff_t i = 0; i < count; i++) values[i] = (segue_lane)table[roots[i]];
  ptrdiff_t i = 0;
#if SEGUE_HAND_WRITTEN
  if (segue_has_avx2()) i = pixels_avx2(dst, values, count);
#endif
  for (; i < count; i++) {
    segue_store(dst + i * SEGUE_PIXEL, segue_color(values[i], values[i], values[i]) | SEGUE_ALPHA);
  }
}

void SEGUE(gradient_of_greys)(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  const segue_lane *greys[9];
  for (size_t start = 0; start < n; start += block) {
    const ptrdiff_t count = (ptrdiff_t)(n - start < block ? n - start : block);
    for (int k = 0; k < 9; k++) greys[k] = (const segue_lane *)rows[k / 3] + (ptrdiff_t)start + k % 3 - 1;
    steepness(dst + start * SEGUE_PIXEL, greys, count, node);
  }
}

void SEGUE(gradient)(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  uint8_t kept[9][block_bytes];
  segue_lane own[9][block];
  const uint8_t *taps[9];
  const segue_lane *greys[9];
  for (size_t start = 0; start < n; start += block) {
    const ptrdiff_t count = (ptrdiff_t)(n - start < block ? n - start : block);
    neighbours(taps, kept, rows, start, count, node->opaque);
    for (int k = 0; k < 9; k++) {
      grey_block(own[k], taps[k], count);
      greys[k] = own[k];
    }
    steepness(dst + start * SEGUE_PIXEL, greys, count, node);
    if (!node->opaque) restore_alpha(dst + start * SEGUE_PIXEL, rows[1] + start * SEGUE_PIXEL, count);
  }
}

SEGUE_CLONES
static void extreme_block(segue_lane *dst, const segue_lane *other, ptrdiff_t count, int32_t largest) {
  if (largest) {
    SEGUE_VECTORIZE
    for (ptrdiff_t i = 0; i < count * 4; i++) dst[i] = dst[i] > other[i] ? dst[i] : other[i];
  } else {
    SEGUE_VECTORIZE
    for (ptrdiff_t i = 0; i < count * 4; i++) dst[i] = dst[i] < other[i] ? dst[i] : other[i];
  }
}

void SEGUE(extreme)(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  const int32_t reach = node->numbers[0], largest = node->numbers[1], column = node->numbers[2];
  uint8_t kept[block_bytes];
  for (size_t start = 0; start < n; start += block) {
    const ptrdiff_t count = (ptrdiff_t)(n - start < block ? n - start : block);
    const uint8_t *own = rows[reach] + start * SEGUE_PIXEL;
    uint8_t *result = dst + start * SEGUE_PIXEL;
    memcpy(result, own, (size_t)count * SEGUE_PIXEL);
    for (int32_t k = -reach; k <= reach; k++) {
      const uint8_t *other = column ? rows[reach + k] + start * SEGUE_PIXEL : own + (ptrdiff_t)k * SEGUE_PIXEL;
      if (!node->opaque) keep_visible(kept, other, own, count);
      extreme_block((segue_lane *)result, (const segue_lane *)(node->opaque ? other : kept), count, largest);
    }
    if (!node->opaque) restore_alpha(result, own, count);
  }
}

#define EXCHANGE(a, b) \
  do { \
    const segue_lane low = v[a] < v[b] ? v[a] : v[b], high = v[a] < v[b] ? v[b] : v[a]; \
    v[a] = low; \
    v[b] = high; \
  } while (0)

/// The median of nine values: J. L. Smith, Implementing median filters in XC4000E FPGAs, 1996.
SEGUE_INLINE segue_lane middle(segue_lane v[9]) {
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
static void median_block(uint8_t *dst, const uint8_t *const taps[9], ptrdiff_t count) {
  const segue_lane *t0 = (const segue_lane *)taps[0], *t1 = (const segue_lane *)taps[1];
  const segue_lane *t2 = (const segue_lane *)taps[2], *t3 = (const segue_lane *)taps[3];
  const segue_lane *t4 = (const segue_lane *)taps[4], *t5 = (const segue_lane *)taps[5];
  const segue_lane *t6 = (const segue_lane *)taps[6], *t7 = (const segue_lane *)taps[7];
  const segue_lane *t8 = (const segue_lane *)taps[8];
  segue_lane *lanes = (segue_lane *)dst;
  SEGUE_VECTORIZE
  for (ptrdiff_t i = 0; i < count * 4; i++) {
    segue_lane v[9] = {t0[i], t1[i], t2[i], t3[i], t4[i], t5[i], t6[i], t7[i], t8[i]};
    lanes[i] = middle(v);
  }
}

void SEGUE(median)(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  uint8_t kept[9][block_bytes];
  const uint8_t *taps[9];
  for (size_t start = 0; start < n; start += block) {
    const ptrdiff_t count = (ptrdiff_t)(n - start < block ? n - start : block);
    neighbours(taps, kept, rows, start, count, node->opaque);
    median_block(dst + start * SEGUE_PIXEL, taps, count);
    if (!node->opaque) restore_alpha(dst + start * SEGUE_PIXEL, rows[1] + start * SEGUE_PIXEL, count);
  }
}

void SEGUE(kuwahara)(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  const int32_t reach = node->numbers[0];
  const uint32_t count = (uint32_t)((reach + 1) * (reach + 1));
  for (size_t i = 0; i < n; i++) {
    const segue_pixel own = segue_load(rows[reach] + i * SEGUE_PIXEL);
    uint32_t best[3] = {0, 0, 0}, least = UINT32_MAX;
    for (int k = 0; k < 4; k++) {
      const int32_t left = k % 2 == 0 ? -reach : 0, top = k < 2 ? 0 : reach;
      segue_u32x4 sum = {0, 0, 0, 0}, seen_sum = {0, 0, 0, 0}, squares = {0, 0, 0, 0};
      for (int32_t y = 0; y <= reach; y++) {
        for (int32_t x = 0; x <= reach; x++) {
          const segue_pixel p = visible(rows[top + y] + ((ptrdiff_t)i + left + x) * SEGUE_PIXEL, own);
          const segue_u32x4 c = segue_texel((const uint8_t *)&p), seen = c >> (SEGUE_BITS - 8);
          sum += c;
          seen_sum += seen;
          squares += seen * seen;
        }
      }
      const uint32_t unrest = count * (squares[0] + squares[1] + squares[2])
          - (seen_sum[0] * seen_sum[0] + seen_sum[1] * seen_sum[1] + seen_sum[2] * seen_sum[2]);
      if (unrest < least) {
        least = unrest;
        for (int c = 0; c < 3; c++) best[c] = sum[c];
      }
    }
    const segue_pixel color = segue_color(
        (best[0] + count / 2) / count, (best[1] + count / 2) / count, (best[2] + count / 2) / count);
    segue_store(dst + i * SEGUE_PIXEL, segue_alpha(own) ? color | (own & SEGUE_ALPHA) : 0);
  }
}

SEGUE_CLONES
void SEGUE(bilateral)(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node) {
  const int32_t step = node->numbers[0], column = node->numbers[1], *weights = node->numbers + 4;
  const ptrdiff_t reach = 4 * step;
  // Distances of 8 bits, or of 10 out of 16 bits.
  enum { less = SEGUE_BITS == 16 ? 6 : 0, distances = SEGUE_BITS == 16 ? 1772 : 442 };
  const uint8_t *taps[9];
  for (int k = 0; k < 9; k++) {
    taps[k] = column ? rows[reach + (k - 4) * step] : rows[reach] + (ptrdiff_t)(k - 4) * step * SEGUE_PIXEL;
  }
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel own = segue_load(taps[4] + i * SEGUE_PIXEL);
    const int32_t red = (int32_t)segue_red(own), green = (int32_t)segue_green(own), blue = (int32_t)segue_blue(own);
    int32_t r = 0, g = 0, b = 0, total = 0;
    _Pragma("clang loop unroll(full)") for (int k = 0; k < 9; k++) {
      const segue_pixel p = visible(taps[k] + i * SEGUE_PIXEL, own);
      const int32_t x = (int32_t)segue_red(p), y = (int32_t)segue_green(p), z = (int32_t)segue_blue(p);
      const int32_t dx = (x >> less) - (red >> less), dy = (y >> less) - (green >> less);
      const int32_t dz = (z >> less) - (blue >> less), square = dx * dx + dy * dy + dz * dz;
      // Below 2^24: the root of a non-square is far enough from the next integer.
      const int32_t weight = weights[(k < 4 ? 4 - k : k - 4) * distances + (int32_t)__builtin_sqrtf((float)square)];
      r += x * weight;
      g += y * weight;
      b += z * weight;
      total += weight;
    }
    // Integers below 2^28: their quotient in doubles is an integer, or further from one than its
    // error.
    const double sum = total, half = total >> 1;
    const segue_pixel color = segue_color(
        (uint32_t)(int32_t)((r + half) / sum), (uint32_t)(int32_t)((g + half) / sum),
        (uint32_t)(int32_t)((b + half) / sum));
    segue_store(dst + i * SEGUE_PIXEL, segue_alpha(own) ? color | (own & SEGUE_ALPHA) : 0);
  }
}
