#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_CLONES
void segue_add_opaque(uint32_t *sums, const uint8_t *source, size_t n, uint32_t weight) {
  for (size_t i = 0; i < n * 4; i++) sums[i] += source[i] * weight;
}

SEGUE_CLONES
void segue_add_alpha(uint32_t *sums, const uint8_t *source, size_t n, uint32_t weight) {
  for (size_t i = 0; i < n; i++) {
    segue_u32x4 sum;
    memcpy(&sum, sums + i * 4, sizeof sum);
    sum += segue_premultiplied(source + i * 4, weight);
    memcpy(sums + i * 4, &sum, sizeof sum);
  }
}

#if defined(__x86_64__)

/// Thirty-two bytes at a time; rows are taken in pairs, whose bytes and shares stand side by side.
SEGUE_AVX2 static size_t average_avx2(
    uint8_t *dst, const uint8_t *const *rows, const uint32_t *shares, size_t count, size_t bytes) {
  const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi32(32768);
  size_t i = 0;
  for (; i + 32 <= bytes; i += 32) {
    __m256i sums[4] = {half, half, half, half};
    for (size_t row = 0; row < count; row += 2) {
      const int is_pair = row + 1 < count;
      const __m256i a = _mm256_loadu_si256((const __m256i *)(rows[row] + i));
      const __m256i b = is_pair ? _mm256_loadu_si256((const __m256i *)(rows[row + 1] + i)) : zero;
      const __m256i pair = _mm256_set1_epi32((int32_t)(shares[row] | (is_pair ? shares[row + 1] << 16 : 0)));
      const __m256i low = _mm256_unpacklo_epi8(a, b), high = _mm256_unpackhi_epi8(a, b);
      sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), pair));
      sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), pair));
      sums[2] = _mm256_add_epi32(sums[2], _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), pair));
      sums[3] = _mm256_add_epi32(sums[3], _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), pair));
    }
    const __m256i low = _mm256_packus_epi32(_mm256_srli_epi32(sums[0], 16), _mm256_srli_epi32(sums[1], 16));
    const __m256i high = _mm256_packus_epi32(_mm256_srli_epi32(sums[2], 16), _mm256_srli_epi32(sums[3], 16));
    _mm256_storeu_si256((__m256i *)(dst + i), _mm256_packus_epi16(low, high));
  }
  return i;
}

#endif

SEGUE_CLONES
static void average_rest(
    uint8_t *dst, const uint8_t *const *rows, const uint32_t *shares, size_t count, size_t first, size_t bytes) {
  enum { block = 64 };
  for (size_t start = first; start < bytes; start += block) {
    const size_t n = bytes - start < block ? bytes - start : block;
    uint32_t sums[block];
    for (size_t i = 0; i < n; i++) sums[i] = 32768;
    for (size_t row = 0; row < count; row++) {
      for (size_t i = 0; i < n; i++) sums[i] += rows[row][start + i] * shares[row];
    }
    for (size_t i = 0; i < n; i++) dst[start + i] = (uint8_t)(sums[i] >> 16);
  }
}

void segue_average_rows(
    uint8_t *dst, const uint8_t *const *rows, const uint32_t *shares, size_t count, size_t n) {
  size_t done = 0;
#if defined(__x86_64__)
  if (segue_has_avx2()) done = average_avx2(dst, rows, shares, count, n * 4);
#endif
  average_rest(dst, rows, shares, count, done, n * 4);
}

SEGUE_CLONES
void segue_round_opaque(uint8_t *dst, const uint32_t *sums, size_t n) {
  for (size_t i = 0; i < n * 4; i++) dst[i] = (uint8_t)((sums[i] + 32768) >> 16);
}

SEGUE_CLONES
void segue_divide_alpha(uint8_t *dst, const uint32_t *sums, size_t n) {
  for (size_t i = 0; i < n; i++) {
    segue_u32x4 sum;
    memcpy(&sum, sums + i * 4, sizeof sum);
    segue_store_quotient(dst + i * 4, sum);
  }
}
