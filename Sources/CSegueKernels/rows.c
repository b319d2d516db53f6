#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_CLONES
void segue_fill(uint8_t *dst, size_t n, uint32_t pixel) {
  for (size_t i = 0; i < n; i++) segue_store(dst + i * 4, pixel);
}

SEGUE_CLONES
void segue_copy_visible(uint8_t *dst, const uint8_t *source, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const uint32_t pixel = segue_load(source + i * 4);
    segue_store(dst + i * 4, pixel >> 24 ? pixel : 0);
  }
}

#if defined(__x86_64__)

void segue_copy_streaming(uint8_t *dst, const uint8_t *source, size_t bytes) {
  size_t head = (size_t)(-(uintptr_t)dst & 63);
  if (head > bytes) head = bytes;
  memcpy(dst, source, head);
  size_t i = head;
  for (; i + 64 <= bytes; i += 64) {
    const __m128i a = _mm_loadu_si128((const __m128i *)(source + i));
    const __m128i b = _mm_loadu_si128((const __m128i *)(source + i + 16));
    const __m128i c = _mm_loadu_si128((const __m128i *)(source + i + 32));
    const __m128i d = _mm_loadu_si128((const __m128i *)(source + i + 48));
    _mm_stream_si128((__m128i *)(dst + i), a);
    _mm_stream_si128((__m128i *)(dst + i + 16), b);
    _mm_stream_si128((__m128i *)(dst + i + 32), c);
    _mm_stream_si128((__m128i *)(dst + i + 48), d);
  }
  memcpy(dst + i, source + i, bytes - i);
}

void segue_finish_streaming(void) { _mm_sfence(); }

#else

void segue_copy_streaming(uint8_t *dst, const uint8_t *source, size_t bytes) { memcpy(dst, source, bytes); }

void segue_finish_streaming(void) {}

#endif

SEGUE_CLONES
void segue_expand_runs(uint8_t *dst, const uint8_t *colors, const int32_t *starts, size_t runs) {
  for (size_t run = 0; run < runs; run++) {
    const uint32_t pixel = segue_load(colors + run * 4);
    const uint32_t block[8] = {pixel, pixel, pixel, pixel, pixel, pixel, pixel, pixel};
    // Whole blocks; what goes beyond the run is written over by the next one.
    uint8_t *end = dst + (ptrdiff_t)starts[run + 1] * 4;
    for (uint8_t *p = dst + (ptrdiff_t)starts[run] * 4; p < end; p += 32) memcpy(p, block, 32);
  }
}

void segue_count(uint64_t *sums, const uint8_t *source, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(source + i * 4), alpha = p >> 24;
    sums[p & 255] += alpha;
    sums[256 + (p >> 8 & 255)] += alpha;
    sums[512 + (p >> 16 & 255)] += alpha;
    sums[768 + alpha] += 1;
  }
}

/// The rounded mean of four opaque pixels, two channels a step, 16 bits for each.
SEGUE_INLINE uint32_t mean(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const uint32_t mask = 0x00ff00ff, half = 0x00020002;
  const uint32_t even = (a & mask) + (b & mask) + (c & mask) + (d & mask) + half;
  const uint32_t odd = (a >> 8 & mask) + (b >> 8 & mask) + (c >> 8 & mask) + (d >> 8 & mask) + half;
  return (even >> 2 & mask) | (odd >> 2 & mask) << 8;
}

SEGUE_CLONES
void segue_halve_opaque(uint8_t *dst, const uint8_t *top, const uint8_t *bottom, size_t width) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < width / 2; i++) {
    segue_store(
        dst + i * 4, mean(
                         segue_load(top + i * 8), segue_load(top + i * 8 + 4), segue_load(bottom + i * 8),
                         segue_load(bottom + i * 8 + 4)));
  }
  if (width % 2 == 0) return;
  const uint32_t p = segue_load(top + (width - 1) * 4), q = segue_load(bottom + (width - 1) * 4);
  segue_store(dst + width / 2 * 4, mean(p, p, q, q));
}

SEGUE_CLONES
void segue_halve_alpha(uint8_t *dst, const uint8_t *top, const uint8_t *bottom, size_t width) {
  for (size_t i = 0; i < (width + 1) / 2; i++) {
    const size_t left = i * 8, right = i * 2 + 1 < width ? left + 4 : left;
    const segue_u32x4 sums =
        segue_premultiplied(top + left, 16384) + segue_premultiplied(top + right, 16384) +
        segue_premultiplied(bottom + left, 16384) + segue_premultiplied(bottom + right, 16384);
    segue_store_quotient(dst + i * 4, sums);
  }
}
