#include "CPixelKernels.h"
#include "vectors.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

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

SEGUE_CLONES
void segue_halve_opaque(uint8_t *dst, const uint8_t *top, const uint8_t *bottom, size_t width) {
  const size_t pairs = width / 2;
  for (size_t i = 0; i < pairs; i++) {
    for (size_t c = 0; c < 4; c++) {
      const size_t left = i * 8 + c;
      dst[i * 4 + c] = (uint8_t)((top[left] + top[left + 4] + bottom[left] + bottom[left + 4] + 2) >> 2);
    }
  }
  if (width % 2 == 0) return;
  for (size_t c = 0; c < 4; c++) {
    const size_t last = (width - 1) * 4 + c;
    dst[pairs * 4 + c] = (uint8_t)((2 * top[last] + 2 * bottom[last] + 2) >> 2);
  }
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
