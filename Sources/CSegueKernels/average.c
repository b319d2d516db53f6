#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_CLONES
void SEGUE(add_opaque)(uint32_t *sums, const uint8_t *source, size_t n, uint32_t weight) {
  const segue_lane *lanes = (const segue_lane *)source;
  for (size_t i = 0; i < n * 4; i++) sums[i] += lanes[i] * weight;
}

SEGUE_CLONES
void SEGUE(add_alpha)(uint32_t *sums, const uint8_t *source, size_t n, uint32_t weight) {
  for (size_t i = 0; i < n; i++) {
    segue_u32x4 sum;
    memcpy(&sum, sums + i * 4, sizeof sum);
    sum += segue_premultiplied(source + i * SEGUE_PIXEL, weight);
    memcpy(sums + i * 4, &sum, sizeof sum);
  }
}

#if SEGUE_HAND_WRITTEN

/// Processes thirty-two bytes at a time; rows are paired, with their bytes and weights interleaved.
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

/// Averages the channels `first` ..< `end`.
SEGUE_CLONES
static void average_rest(
    segue_lane *dst, const uint8_t *const *rows, const uint32_t *shares, size_t count, size_t first, size_t end) {
  enum { block = 64 };
  for (size_t start = first; start < end; start += block) {
    const size_t n = end - start < block ? end - start : block;
    uint32_t sums[block];
    for (size_t i = 0; i < n; i++) sums[i] = 32768;
    for (size_t row = 0; row < count; row++) {
      const segue_lane *lanes = (const segue_lane *)rows[row] + start;
      for (size_t i = 0; i < n; i++) sums[i] += lanes[i] * shares[row];
    }
    for (size_t i = 0; i < n; i++) dst[start + i] = (segue_lane)(sums[i] >> 16);
  }
}

void SEGUE(average_rows)(
    uint8_t *dst, const uint8_t *const *rows, const uint32_t *shares, size_t count, size_t n) {
  size_t done = 0;
#if SEGUE_HAND_WRITTEN
  if (segue_has_avx2()) done = average_avx2(dst, rows, shares, count, n * 4);
#endif
  average_rest((segue_lane *)dst, rows, shares, count, done, n * 4);
}

SEGUE_CLONES
void SEGUE(round_opaque)(uint8_t *dst, const uint32_t *sums, size_t n) {
  segue_lane *lanes = (segue_lane *)dst;
  for (size_t i = 0; i < n * 4; i++) lanes[i] = (segue_lane)((sums[i] + 32768) >> 16);
}

SEGUE_CLONES
void SEGUE(divide_alpha)(uint8_t *dst, const uint32_t *sums, size_t n) {
  for (size_t i = 0; i < n; i++) {
    segue_u32x4 sum;
    memcpy(&sum, sums + i * 4, sizeof sum);
    segue_store_quotient(dst + i * SEGUE_PIXEL, sum);
  }
}
