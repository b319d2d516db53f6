#include "CPixelKernels.h"
#include "vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

SEGUE_CLONES
void segue_blend_down(int16_t *dst, const uint8_t *top, const uint8_t *bottom, size_t n, int32_t fy) {
  const uint16_t fraction = (uint16_t)fy;
  for (size_t i = 0; i < n * 4; i++) {
    // Exact in 16 bits: what overflows on the way comes back.
    const uint16_t difference = (uint16_t)(bottom[i] - top[i]);
    dst[i] = (int16_t)(uint16_t)((uint16_t)(top[i] << 8) + (uint16_t)(difference * fraction) - 32768);
  }
}

/// 32768 · 256 takes the bias of the two terms back; half of 65536 rounds.
#define BIAS (32768 * 256 + 32768)

SEGUE_INLINE void across(
    uint8_t *dst, const int16_t *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares) {
  for (size_t x = first; x < end; x++) {
    const int16_t *texel = row + (ptrdiff_t)(left[x] - offset) * 4;
    const int32_t near = (int32_t)(shares[x] & 0xffff), far = (int32_t)(shares[x] >> 16);
    for (size_t c = 0; c < 4; c++) {
      dst[x * 4 + c] = (uint8_t)((uint32_t)(texel[c] * near + texel[c + 4] * far + BIAS) >> 16);
    }
  }
}

#if defined(__x86_64__)

/// Two pixels: their eight texel values each, weighted and summed to 32-bit channels.
__attribute__((target("avx2"), always_inline)) static inline __m256i across_two(
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

__attribute__((target("avx2"))) static void across_avx2(
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

void segue_blend_across(
    uint8_t *dst, const int16_t *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    across_avx2(dst, row, first, end, left, offset, shares);
    return;
  }
#endif
  across(dst, row, first, end, left, offset, shares);
}

SEGUE_CLONES
void segue_blend_along(uint8_t *dst, const int16_t *row, size_t n, int32_t fx) {
  const int16_t far = (int16_t)fx, near = (int16_t)(256 - fx);
  for (size_t i = 0; i < n * 4; i++) {
    dst[i] = (uint8_t)((uint32_t)(row[i] * near + row[i + 4] * far + BIAS) >> 16);
  }
}

SEGUE_CLONES
void segue_blend_down_alpha(
    uint32_t *dst, const uint8_t *top, const uint8_t *bottom, size_t n, int32_t fy) {
  for (size_t i = 0; i < n; i++) {
    const segue_u32x4 sums = segue_premultiplied(top + i * 4, (uint32_t)(256 - fy)) +
                             segue_premultiplied(bottom + i * 4, (uint32_t)fy);
    memcpy(dst + i * 4, &sums, sizeof sums);
  }
}

SEGUE_CLONES
void segue_blend_across_alpha(
    uint8_t *dst, const uint32_t *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares) {
  for (size_t x = first; x < end; x++) {
    segue_u32x4 near, far;
    const uint32_t *texel = row + (ptrdiff_t)(left[x] - offset) * 4;
    memcpy(&near, texel, sizeof near);
    memcpy(&far, texel + 4, sizeof far);
    segue_store_quotient(dst + x * 4, near * (shares[x] & 0xffff) + far * (shares[x] >> 16));
  }
}
