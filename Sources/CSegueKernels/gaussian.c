#include "CSegueKernels.h"
#include "vectors.h"

#if SEGUE_BITS == 16
typedef uint32_t reduced;
#else
typedef uint16_t reduced;
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint8_t u8x8 __attribute__((vector_size(8)));
#endif

// MARK: The next level

/// Sums four rows with weights 1, 3, 3, 1: `n` values, four per pixel.
SEGUE_CLONES
static void reduce_down(reduced *dst, const uint8_t *const *rows, size_t n) {
  const segue_lane *a = (const segue_lane *)rows[0], *b = (const segue_lane *)rows[1];
  const segue_lane *c = (const segue_lane *)rows[2], *d = (const segue_lane *)rows[3];
  for (size_t i = 0; i < n; i++) dst[i] = (reduced)(a[i] + d[i] + 3 * (b[i] + c[i]));
}

#if SEGUE_BITS == 16

/// Sums columns with weights 1, 3, 3, 1.
SEGUE_CLONES
static void reduce_across(uint8_t *dst, const reduced *row, size_t n) {
  segue_lane *lanes = (segue_lane *)dst;
  for (size_t i = 0; i < n; i++) {
    const reduced *p = row + i * 8;
    for (size_t c = 0; c < 4; c++) {
      lanes[i * 4 + c] = (segue_lane)((p[c] + p[c + 12] + 3 * (p[c + 4] + p[c + 8]) + 32) >> 6);
    }
  }
}

#else

SEGUE_INLINE u16x8 two_pixels(const uint16_t *p) {
  u16x8 value;
  memcpy(&value, p, sizeof value);
  return value;
}

/// Sums columns with weights 1, 3, 3, 1, two results at a time; reads up to three pixels beyond the
/// end.
SEGUE_CLONES
static void reduce_across(uint8_t *dst, const uint16_t *row, size_t n) {
  for (size_t i = 0; i < n; i += 2) {
    const u16x8 a = two_pixels(row + i * 8), b = two_pixels(row + i * 8 + 8), c = two_pixels(row + i * 8 + 16);
    const u16x8 outer = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11) +
                        __builtin_shufflevector(b, c, 4, 5, 6, 7, 12, 13, 14, 15);
    const u16x8 inner = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15) +
                        __builtin_shufflevector(b, c, 0, 1, 2, 3, 8, 9, 10, 11);
    const u8x8 bytes = __builtin_convertvector((outer + 3 * inner + 32) >> 6, u8x8);
    if (i + 1 < n) {
      memcpy(dst + i * 4, &bytes, 8);
    } else {
      memcpy(dst + i * 4, &bytes, 4);
    }
  }
}

#endif

/// Reduces rows with alpha, premultiplied.
SEGUE_CLONES
static void reduce_down_alpha(uint32_t *dst, const uint8_t *const *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const segue_u32x4 sums =
        segue_premultiplied(rows[0] + i * SEGUE_PIXEL, 1) + segue_premultiplied(rows[1] + i * SEGUE_PIXEL, 3) +
        segue_premultiplied(rows[2] + i * SEGUE_PIXEL, 3) + segue_premultiplied(rows[3] + i * SEGUE_PIXEL, 1);
    memcpy(dst + i * 4, &sums, sizeof sums);
  }
}

SEGUE_INLINE segue_u32x4 four_sums(const uint32_t *p) {
  segue_u32x4 value;
  memcpy(&value, p, sizeof value);
  return value;
}

SEGUE_CLONES
static void reduce_across_alpha(uint8_t *dst, const uint32_t *row, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const uint32_t *p = row + i * 8;
    const segue_u32x4 sums =
        four_sums(p) + four_sums(p + 12) + 3 * (four_sums(p + 4) + four_sums(p + 8));
    segue_store_quotient(dst + i * SEGUE_PIXEL, sums * 1024);
  }
}

/// Repeats the first and last of `count` pixels of `size` bytes each, `before` and `after` times.
static void repeat_ends(char *pixels, size_t size, size_t count, size_t before, size_t after) {
  for (size_t i = 1; i <= before; i++) memcpy(pixels - i * size, pixels, size);
  const char *last = pixels + (count - 1) * size;
  for (size_t i = 0; i < after; i++) memcpy(pixels + (count + i) * size, last, size);
}

void SEGUE(repeat_ends)(uint8_t *dst, const uint8_t *source, size_t n, size_t reach) {
  memcpy(dst + reach * SEGUE_PIXEL, source, n * SEGUE_PIXEL);
  repeat_ends((char *)(dst + reach * SEGUE_PIXEL), SEGUE_PIXEL, n, reach, reach);
}

void SEGUE(reduce)(
    uint8_t *dst, const uint8_t *const *rows, size_t count, ptrdiff_t first, size_t n, int opaque, void *scratch) {
  const size_t before = (size_t)-first, seen = before + count, needed = 2 * n + 4;
  const size_t after = needed > seen ? needed - seen : 0;
  if (opaque) {
    reduced *row = scratch;
    reduce_down(row + before * 4, rows, count * 4);
    repeat_ends((char *)(row + before * 4), 4 * sizeof *row, count, before, after);
    reduce_across(dst, row, n);
  } else {
    uint32_t *row = scratch;
    reduce_down_alpha(row + before * 4, rows, count);
    repeat_ends((char *)(row + before * 4), 16, count, before, after);
    reduce_across_alpha(dst, row, n);
  }
}

// MARK: Back to the picture's size

#if SEGUE_BITS == 16
typedef uint32_t blended;
typedef uint32_t sum;
#define LIFT 0
/// Half of 65536, for rounding.
#define BIAS 32768
#else
typedef int16_t blended;
typedef int32_t sum;
#define LIFT 32768
/// 32768 · 256 compensates the bias of the terms; half of 65536 rounds.
#define BIAS (32768 * 256 + 32768)
#endif

/// Sums three rows with weights that sum to 256; 8-bit values are biased by −32768. Four values per texel.
SEGUE_CLONES
static void enlarge_down(blended *dst, const uint8_t *const *rows, const uint32_t *down, size_t n) {
  const segue_lane *a = (const segue_lane *)rows[0], *b = (const segue_lane *)rows[1];
  const segue_lane *c = (const segue_lane *)rows[2];
  const sum before = (sum)down[0], own = (sum)down[1], after = (sum)down[2];
  for (size_t i = 0; i < n; i++) dst[i] = (blended)(a[i] * before + b[i] * own + c[i] * after - LIFT);
}

#if SEGUE_HAND_WRITTEN

/// Interpolates four pixels at a time, from one or two texels.
SEGUE_AVX2 static size_t enlarge_across_avx2(
    uint8_t *dst, const int16_t *row, size_t n, uint32_t halvings, const uint32_t *near, const uint32_t *far) {
  const __m128i zero = _mm_setzero_si128();
  const __m256i bias = _mm256_set1_epi32(BIAS);
  const size_t mask = ((size_t)1 << halvings) - 1;
  size_t x = 0;
  for (; x + 4 <= n; x += 4) {
    __m256i pairs[2];
    for (size_t k = 0; k < 2; k++) {
      const size_t place = x + k * 2, phase = place & mask;
      const int16_t *texel = row + (place >> halvings) * 4;
      const __m128i a = _mm_loadl_epi64((const __m128i *)texel);
      const __m128i b = _mm_loadl_epi64((const __m128i *)(texel + 4));
      const __m128i c = _mm_loadl_epi64((const __m128i *)(texel + 8));
      const __m256i ab = _mm256_broadcastsi128_si256(_mm_unpacklo_epi16(a, b));
      const __m256i c0 = _mm256_broadcastsi128_si256(_mm_unpacklo_epi16(c, zero));
      const __m256i first = _mm256_madd_epi16(ab, _mm256_loadu_si256((const __m256i *)(near + phase * 4)));
      const __m256i third = _mm256_madd_epi16(c0, _mm256_loadu_si256((const __m256i *)(far + phase * 4)));
      pairs[k] = _mm256_srli_epi32(_mm256_add_epi32(_mm256_add_epi32(first, third), bias), 16);
    }
    const __m256i words = _mm256_packus_epi32(pairs[0], pairs[1]);
    const __m256i bytes = _mm256_packus_epi16(words, words);
    const __m128i even = _mm256_castsi256_si128(bytes), odd = _mm256_extracti128_si256(bytes, 1);
    _mm_storeu_si128((__m128i *)(dst + x * 4), _mm_unpacklo_epi32(even, odd));
  }
  return x;
}

#endif

static void enlarge_across(
    uint8_t *dst, const blended *row, size_t from, size_t n, uint32_t halvings, const uint32_t *near,
    const uint32_t *far) {
  segue_lane *lanes = (segue_lane *)dst;
  const size_t mask = ((size_t)1 << halvings) - 1;
  for (size_t x = from; x < n; x++) {
    const blended *texel = row + (x >> halvings) * 4;
    const uint32_t pair = near[(x & mask) * 4];
    const sum before = (sum)(pair & 0xffff), own = (sum)(pair >> 16), after = (sum)far[(x & mask) * 4];
    for (size_t c = 0; c < 4; c++) {
      lanes[x * 4 + c] =
          (segue_lane)((uint32_t)(texel[c] * before + texel[c + 4] * own + texel[c + 8] * after + BIAS) >> 16);
    }
  }
}

SEGUE_CLONES
static void enlarge_alpha(
    uint8_t *dst, const uint8_t *const *rows, const uint32_t *down, size_t texels, size_t first, size_t n,
    uint32_t halvings, const uint32_t *near, const uint32_t *far, uint32_t *sums) {
  for (size_t i = 0; i < texels; i++) {
    const segue_u32x4 sum = segue_premultiplied(rows[0] + i * SEGUE_PIXEL, down[0]) +
                            segue_premultiplied(rows[1] + i * SEGUE_PIXEL, down[1]) +
                            segue_premultiplied(rows[2] + i * SEGUE_PIXEL, down[2]);
    memcpy(sums + i * 4, &sum, sizeof sum);
  }
  const size_t mask = ((size_t)1 << halvings) - 1;
  for (size_t x = 0; x < n; x++) {
    const uint32_t *texel = sums + (first + (x >> halvings)) * 4;
    const uint32_t pair = near[(x & mask) * 4];
    segue_store_quotient(
        dst + x * SEGUE_PIXEL, four_sums(texel) * (pair & 0xffff) + four_sums(texel + 4) * (pair >> 16) +
                         four_sums(texel + 8) * far[(x & mask) * 4]);
  }
}

void SEGUE(enlarge)(
    uint8_t *dst, const uint8_t *const *rows, const uint32_t *down, size_t texels, size_t first, size_t n,
    uint32_t halvings, const uint32_t *near, const uint32_t *far, int opaque, void *scratch) {
  if (!opaque) {
    enlarge_alpha(dst, rows, down, texels, first, n, halvings, near, far, scratch);
    return;
  }
  enlarge_down(scratch, rows, down, texels * 4);
  const blended *row = (const blended *)scratch + first * 4;
  size_t done = 0;
#if SEGUE_HAND_WRITTEN
  if (segue_has_avx2()) done = enlarge_across_avx2(dst, row, n, halvings, near, far);
#endif
  enlarge_across(dst, row, done, n, halvings, near, far);
}
