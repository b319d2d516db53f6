#include "CSegueKernels.h"
#include "vectors.h"

#if SEGUE_HAND_WRITTEN

SEGUE_AVX2 static size_t down_avx2(
    int16_t *dst, const uint8_t *top, const uint8_t *bottom, size_t n, int32_t fy) {
  const __m256i fraction = _mm256_set1_epi16((int16_t)fy), bias = _mm256_set1_epi16(INT16_MIN);
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const __m256i t = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(top + i * 4)));
    const __m256i b = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(bottom + i * 4)));
    const __m256i step = _mm256_mullo_epi16(_mm256_sub_epi16(b, t), fraction);
    const __m256i start = _mm256_xor_si256(_mm256_slli_epi16(t, 8), bias);
    _mm256_storeu_si256((__m256i *)(dst + i * 4), _mm256_add_epi16(start, step));
  }
  return i;
}

#endif

#if SEGUE_BITS == 16
typedef uint32_t blended;
#define LIFT 0
/// Half of 65536, for rounding.
#define BIAS 32768
typedef uint32_t sum;
#else
typedef int16_t blended;
#define LIFT 32768
/// 32768 · 256 compensates the bias of the two terms; half of 65536 rounds.
#define BIAS (32768 * 256 + 32768)
typedef int32_t sum;
#endif

SEGUE_CLONES
static void down(
    blended *dst, const segue_lane *top, const segue_lane *bottom, size_t n, sum fy) {
  for (size_t i = 0; i < n; i++) dst[i] = (blended)(top[i] * (256 - fy) + bottom[i] * fy - LIFT);
}

void SEGUE(blend_down)(void *dst, const uint8_t *top, const uint8_t *bottom, size_t n, int32_t fy) {
  size_t done = 0;
#if SEGUE_HAND_WRITTEN
  if (segue_has_avx2()) done = down_avx2(dst, top, bottom, n, fy) * 4;
#endif
  down((blended *)dst + done, (const segue_lane *)top + done, (const segue_lane *)bottom + done, n * 4 - done, (sum)fy);
}

SEGUE_INLINE void across(
    uint8_t *dst, const blended *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares) {
  segue_lane *lanes = (segue_lane *)dst;
  for (size_t x = first; x < end; x++) {
    const blended *texel = row + (ptrdiff_t)(left[x] - offset) * 4;
    const sum near = (sum)(shares[x] & 0xffff), far = (sum)(shares[x] >> 16);
    for (size_t c = 0; c < 4; c++) {
      lanes[x * 4 + c] = (segue_lane)((uint32_t)(texel[c] * near + texel[c + 4] * far + BIAS) >> 16);
    }
  }
}

#if SEGUE_HAND_WRITTEN

/// Two pixels: the eight texel values of each, weighted and summed to 32-bit channels.
SEGUE_AVX2_INLINE __m256i across_two(
    const int16_t *row, const int32_t *left, int32_t offset, const uint32_t *shares) {
  const __m256i pairs = _mm256_setr_epi8(
      0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,  //
      0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
  const __m128i p = _mm_loadu_si128((const __m128i *)(row + (ptrdiff_t)(left[0] - offset) * 4));
  const __m128i q = _mm_loadu_si128((const __m128i *)(row + (ptrdiff_t)(left[1] - offset) * 4));
  const __m256i texels = _mm256_shuffle_epi8(_mm256_set_m128i(q, p), pairs);
  const __m256i weights =
      _mm256_set_m128i(_mm_set1_epi32((int32_t)shares[1]), _mm_set1_epi32((int32_t)shares[0]));
  const __m256i sums = _mm256_add_epi32(_mm256_madd_epi16(texels, weights), _mm256_set1_epi32(BIAS));
  return _mm256_srli_epi32(sums, 16);
}

SEGUE_AVX2 static void across_avx2(
    uint8_t *dst, const int16_t *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares) {
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  size_t x = first;
  for (; x + 8 <= end; x += 8) {
    const __m256i a = across_two(row, left + x, offset, shares + x);
    const __m256i b = across_two(row, left + x + 2, offset, shares + x + 2);
    const __m256i c = across_two(row, left + x + 4, offset, shares + x + 4);
    const __m256i d = across_two(row, left + x + 6, offset, shares + x + 6);
    const __m256i bytes = _mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
    _mm256_storeu_si256((__m256i *)(dst + x * 4), _mm256_permutevar8x32_epi32(bytes, order));
  }
  across(dst, row, x, end, left, offset, shares);
}

#endif

void SEGUE(blend_across)(
    uint8_t *dst, const void *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares) {
#if SEGUE_HAND_WRITTEN
  if (segue_has_avx2()) {
    across_avx2(dst, row, first, end, left, offset, shares);
    return;
  }
#endif
  across(dst, row, first, end, left, offset, shares);
}

#if SEGUE_HAND_WRITTEN

SEGUE_AVX2 static size_t along_avx2(uint8_t *dst, const int16_t *row, size_t n, int32_t fx) {
  const __m256i shares = _mm256_set1_epi32((256 - fx) | fx << 16), bias = _mm256_set1_epi32(BIAS);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    __m256i halves[2];
    for (int k = 0; k < 2; k++) {
      const int16_t *texel = row + (i + (size_t)k * 4) * 4;
      const __m256i near = _mm256_loadu_si256((const __m256i *)texel);
      const __m256i far = _mm256_loadu_si256((const __m256i *)(texel + 4));
      const __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi16(near, far), shares);
      const __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi16(near, far), shares);
      halves[k] = _mm256_packus_epi32(
          _mm256_srli_epi32(_mm256_add_epi32(low, bias), 16),
          _mm256_srli_epi32(_mm256_add_epi32(high, bias), 16));
    }
    const __m256i bytes = _mm256_packus_epi16(halves[0], halves[1]);
    _mm256_storeu_si256((__m256i *)(dst + i * 4), _mm256_permute4x64_epi64(bytes, 0xd8));
  }
  return i;
}

#endif

SEGUE_CLONES
static void along(segue_lane *dst, const blended *row, size_t n, sum fx) {
  for (size_t i = 0; i < n; i++) {
    dst[i] = (segue_lane)((uint32_t)(row[i] * (256 - fx) + row[i + 4] * fx + BIAS) >> 16);
  }
}

void SEGUE(blend_along)(uint8_t *dst, const void *row, size_t start, size_t n, int32_t fx) {
  const blended *texels = (const blended *)row + start * 4;
  size_t done = 0;
#if SEGUE_HAND_WRITTEN
  if (segue_has_avx2()) done = along_avx2(dst, texels, n, fx) * 4;
#endif
  along((segue_lane *)dst + done, texels + done, n * 4 - done, (sum)fx);
}

SEGUE_CLONES
void SEGUE(blend_down_alpha)(
    uint32_t *dst, const uint8_t *top, const uint8_t *bottom, size_t n, int32_t fy) {
  for (size_t i = 0; i < n; i++) {
    const segue_u32x4 sums = segue_premultiplied(top + i * SEGUE_PIXEL, (uint32_t)(256 - fy)) +
                             segue_premultiplied(bottom + i * SEGUE_PIXEL, (uint32_t)fy);
    memcpy(dst + i * 4, &sums, sizeof sums);
  }
}

SEGUE_CLONES
void SEGUE(blend_across_alpha)(
    uint8_t *dst, const uint32_t *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares) {
  for (size_t x = first; x < end; x++) {
    segue_u32x4 near, far;
    const uint32_t *texel = row + (ptrdiff_t)(left[x] - offset) * 4;
    memcpy(&near, texel, sizeof near);
    memcpy(&far, texel + 4, sizeof far);
    segue_store_quotient(dst + x * SEGUE_PIXEL, near * (shares[x] & 0xffff) + far * (shares[x] >> 16));
  }
}
