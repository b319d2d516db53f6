#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_INLINE segue_lane between(segue_lane a, segue_lane b, int32_t weight) {
#if SEGUE_BITS == 16
  return (segue_lane)((a * (uint32_t)(32768 - weight) + b * (uint32_t)weight + 16384) >> 15);
#else
  return (segue_lane)(a + (((b - a) * weight + 16384) >> 15));
#endif
}

#if defined(__x86_64__)

/// The number of pixels in 32 bytes.
#define MIXED_AT_ONCE ((size_t)(32 / SEGUE_PIXEL))

#if SEGUE_BITS == 16

/// A pair of factors for `a` and `b`, both negated, because −32768 fits into 16 bits and 32768 does
/// not.
SEGUE_AVX2_INLINE __m256i mix_factors(int32_t weight) {
  return _mm256_set1_epi32((int32_t)((uint32_t)-weight << 16 | ((uint32_t)(weight - 32768) & 0xffff)));
}

/// Factors of four pixels: `low` for the first and the third, `high` for the second and the fourth.
SEGUE_AVX2_INLINE void mix_factors_each(const uint16_t *weights, __m256i *low, __m256i *high) {
  const __m128i w = _mm_loadl_epi64((const __m128i *)weights);
  const __m128i other = _mm_sub_epi16(w, _mm_set1_epi16(-32768)), own = _mm_sub_epi16(_mm_setzero_si128(), w);
  const __m256i pairs = _mm256_castsi128_si256(_mm_unpacklo_epi16(other, own));
  *low = _mm256_permutevar8x32_epi32(pairs, _mm256_setr_epi32(0, 0, 0, 0, 2, 2, 2, 2));
  *high = _mm256_permutevar8x32_epi32(pairs, _mm256_setr_epi32(1, 1, 1, 1, 3, 3, 3, 3));
}

/// Mixes four pixels. Channels minus 32768 are signed, and their mean is reduced by 32768, too. The
/// negative factors sum to −32768, so the sum of products has the opposite sign.
SEGUE_AVX2_INLINE __m256i mix_vector(const uint8_t *a, const uint8_t *b, __m256i low, __m256i high) {
  const __m256i middle = _mm256_set1_epi16(-32768), half = _mm256_set1_epi32(16384);
  const __m256i p = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)a), middle);
  const __m256i q = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)b), middle);
  const __m256i r0 = _mm256_sub_epi32(half, _mm256_madd_epi16(_mm256_unpacklo_epi16(p, q), low));
  const __m256i r1 = _mm256_sub_epi32(half, _mm256_madd_epi16(_mm256_unpackhi_epi16(p, q), high));
  return _mm256_xor_si256(_mm256_packs_epi32(_mm256_srai_epi32(r0, 15), _mm256_srai_epi32(r1, 15)), middle);
}

#else

/// (a − b)·(−w) equals (b − a)·w. Weights are negated because −32768 fits into 16 bits and 32768
/// does not.
SEGUE_AVX2_INLINE __m256i mix_factors(int32_t weight) { return _mm256_set1_epi16((int16_t)-weight); }

/// Negated weights of eight pixels, in the order of widened bytes: `low` for pixels 0, 1, 4 and 5,
/// `high` for pixels 2, 3, 6 and 7.
SEGUE_AVX2_INLINE void mix_factors_each(const uint16_t *weights, __m256i *low, __m256i *high) {
  const __m256i first = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 8, 9, 8, 9, 8, 9, 8, 9, 10, 11, 10, 11, 10, 11, 10, 11);
  const __m128i w = _mm_loadu_si128((const __m128i *)weights);
  const __m256i negated = _mm256_broadcastsi128_si256(_mm_sub_epi16(_mm_setzero_si128(), w));
  *low = _mm256_shuffle_epi8(negated, first);
  *high = _mm256_shuffle_epi8(negated, _mm256_add_epi8(first, _mm256_set1_epi8(4)));
}

/// Mixes eight pixels.
SEGUE_AVX2_INLINE __m256i mix_vector(const uint8_t *a, const uint8_t *b, __m256i low, __m256i high) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i p = _mm256_loadu_si256((const __m256i *)a), q = _mm256_loadu_si256((const __m256i *)b);
  const __m256i p0 = _mm256_unpacklo_epi8(p, zero), p1 = _mm256_unpackhi_epi8(p, zero);
  const __m256i q0 = _mm256_unpacklo_epi8(q, zero), q1 = _mm256_unpackhi_epi8(q, zero);
  const __m256i r0 = _mm256_add_epi16(p0, _mm256_mulhrs_epi16(_mm256_sub_epi16(p0, q0), low));
  const __m256i r1 = _mm256_add_epi16(p1, _mm256_mulhrs_epi16(_mm256_sub_epi16(p1, q1), high));
  return _mm256_packus_epi16(r0, r1);
}

#endif

SEGUE_AVX2 static size_t mix_avx2(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight) {
  const __m256i factors = mix_factors(weight);
  size_t i = 0;
  for (; i + MIXED_AT_ONCE <= n; i += MIXED_AT_ONCE) {
    const size_t at = i * SEGUE_PIXEL;
    _mm256_storeu_si256((__m256i *)(dst + at), mix_vector(a + at, b + at, factors, factors));
  }
  return i;
}

/// Like `mix_avx2` with streaming stores; `dst` is aligned to 32 bytes.
SEGUE_AVX2 static size_t mix_streaming_avx2(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight) {
  const __m256i factors = mix_factors(weight);
  size_t i = 0;
  for (; i + MIXED_AT_ONCE <= n; i += MIXED_AT_ONCE) {
    const size_t at = i * SEGUE_PIXEL;
    _mm256_stream_si256((__m256i *)(dst + at), mix_vector(a + at, b + at, factors, factors));
  }
  return i;
}

SEGUE_AVX2 static size_t mix_weights_avx2(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const uint16_t *weights) {
  size_t i = 0;
  for (; i + MIXED_AT_ONCE <= n; i += MIXED_AT_ONCE) {
    const size_t at = i * SEGUE_PIXEL;
    __m256i low, high;
    mix_factors_each(weights + i, &low, &high);
    _mm256_storeu_si256((__m256i *)(dst + at), mix_vector(a + at, b + at, low, high));
  }
  return i;
}

#endif

/// Mixes `n` channels with one weight.
SEGUE_CLONES
static void mix_rest(segue_lane *dst, const segue_lane *a, const segue_lane *b, size_t n, int32_t weight) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) dst[i] = between(a[i], b[i], weight);
}

void SEGUE(mix_opaque)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight) {
  size_t done = 0;
#if defined(__x86_64__)
  if (segue_has_avx2()) done = mix_avx2(dst, a, b, n, weight) * SEGUE_PIXEL;
#endif
  mix_rest(
      (segue_lane *)(dst + done), (const segue_lane *)(a + done), (const segue_lane *)(b + done),
      n * 4 - done / sizeof(segue_lane), weight);
}

void SEGUE(mix_opaque_streaming)(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight) {
  size_t done = 0;
#if defined(__x86_64__)
  const size_t gap = (size_t)(-(uintptr_t)dst & 31);
  // Memory from other programs may have an alignment that whole pixels cannot reach.
  if (segue_has_avx2() && gap % SEGUE_PIXEL == 0) {
    size_t head = gap / SEGUE_PIXEL;
    if (head > n) head = n;
    SEGUE(mix_opaque)(dst, a, b, head, weight);
    done = head * SEGUE_PIXEL;
    done += mix_streaming_avx2(dst + done, a + done, b + done, n - head, weight) * SEGUE_PIXEL;
  }
#endif
  SEGUE(mix_opaque)(dst + done, a + done, b + done, n - done / SEGUE_PIXEL, weight);
}

SEGUE_CLONES
static void mix_weights_rest(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t done, size_t n, const uint16_t *weights) {
  segue_lane *d = (segue_lane *)dst;
  const segue_lane *p = (const segue_lane *)a, *q = (const segue_lane *)b;
  SEGUE_VECTORIZE
  for (size_t i = done; i < n; i++) {
    for (size_t c = i * 4; c < i * 4 + 4; c++) d[c] = between(p[c], q[c], weights[i]);
  }
}

void SEGUE(mix_opaque_weights)(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const uint16_t *weights) {
  size_t done = 0;
#if defined(__x86_64__)
  if (segue_has_avx2()) done = mix_weights_avx2(dst, a, b, n, weights);
#endif
  mix_weights_rest(dst, a, b, done, n, weights);
}

/// Mixes two pixels with a weight strictly between the ends.
SEGUE_INLINE segue_pixel mixed(segue_pixel p, segue_pixel q, uint32_t weight) {
#if SEGUE_BITS == 16
  // 16-bit weights: the first pixel gets the remainder of the result's alpha.
  const uint32_t part = segue_alpha(q) * weight;
  const uint32_t sum = (segue_alpha(p) * (32768 - weight) + part + 16384) >> 15, alpha = sum;
  const uint32_t wb = (part + 16384) >> 15, wa = sum - wb;
#else
  const uint32_t wa = segue_alpha(p) * (32768 - weight);
  const uint32_t wb = segue_alpha(q) * weight;
  const uint32_t sum = wa + wb, alpha = (sum + 16384) >> 15;
#endif
  const uint32_t half = sum / 2;
  const double reciprocal = 1.0 / (double)(int32_t)(sum | (sum == 0));
  const uint32_t r = segue_quotient(segue_red(p) * wa + segue_red(q) * wb + half, reciprocal);
  const uint32_t g = segue_quotient(segue_green(p) * wa + segue_green(q) * wb + half, reciprocal);
  const uint32_t b = segue_quotient(segue_blue(p) * wa + segue_blue(q) * wb + half, reciprocal);
  const segue_pixel result = segue_color(r, g, b) | (segue_pixel)alpha << 3 * SEGUE_BITS;
#if SEGUE_BITS == 16
  const segue_pixel opaque = segue_color(
      between(segue_red(p), segue_red(q), (int32_t)weight), between(segue_green(p), segue_green(q), (int32_t)weight),
      between(segue_blue(p), segue_blue(q), (int32_t)weight));
  return (p & q) >= SEGUE_ALPHA ? opaque | SEGUE_ALPHA : result;
#else
  return result;
#endif
}

SEGUE_CLONES
void SEGUE(mix_alpha)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL), q = segue_load(b + i * SEGUE_PIXEL);
    segue_store(dst + i * SEGUE_PIXEL, mixed(p, q, (uint32_t)weight));
  }
}

SEGUE_CLONES
void SEGUE(mix_alpha_weights)(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const uint16_t *weights) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL), q = segue_load(b + i * SEGUE_PIXEL);
    const uint32_t w = weights[i];
    const segue_pixel inner = mixed(p, q, w);
    segue_store(dst + i * SEGUE_PIXEL, w == 0 ? p : w == 32768 ? q : inner);
  }
}

#if SEGUE_BITS == 8

SEGUE_CLONES
void segue_matte_weights(
    uint16_t *weights, const uint16_t *field, size_t n, int32_t threshold, int32_t span,
    uint32_t reciprocal) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const int32_t distance = threshold - field[i];
    // An overflowing product belongs to an unused distance.
    const uint32_t part = ((uint32_t)distance * reciprocal) >> 16;
    weights[i] = (uint16_t)(distance <= 0 ? 0 : distance >= span ? 32768 : part);
  }
}

SEGUE_CLONES
void segue_smooth_weights(uint16_t *weights, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t part = weights[i];
    weights[i] = (uint16_t)((((part * part) >> 15) * (98304 - 2 * part)) >> 15);
  }
}

#endif
