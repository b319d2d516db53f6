#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_CLONES
void SEGUE(fill)(uint8_t *dst, size_t n, uint32_t color) {
#if SEGUE_BITS == 16
  segue_pixel pixel = 0;
  for (int channel = 0; channel < 4; channel++) {
    pixel |= (segue_pixel)((color >> channel * 8 & 255) * 257) << channel * 16;
  }
#else
  const segue_pixel pixel = color;
#endif
  for (size_t i = 0; i < n; i++) segue_store(dst + i * SEGUE_PIXEL, pixel);
}

SEGUE_CLONES
void SEGUE(copy_visible)(uint8_t *dst, const uint8_t *source, size_t n) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel pixel = segue_load(source + i * SEGUE_PIXEL);
    segue_store(dst + i * SEGUE_PIXEL, segue_alpha(pixel) ? pixel : 0);
  }
}

SEGUE_CLONES
void SEGUE(expand_runs)(uint8_t *dst, const uint8_t *colors, const int32_t *starts, size_t runs) {
  enum { length = 8 * SEGUE_PIXEL };
  for (size_t run = 0; run < runs; run++) {
    const segue_pixel pixel = segue_load(colors + run * SEGUE_PIXEL);
    const segue_pixel block[8] = {pixel, pixel, pixel, pixel, pixel, pixel, pixel, pixel};
    // Writes whole blocks. The next run overwrites the bytes beyond this one.
    uint8_t *end = dst + (ptrdiff_t)starts[run + 1] * SEGUE_PIXEL;
    for (uint8_t *p = dst + (ptrdiff_t)starts[run] * SEGUE_PIXEL; p < end; p += length) memcpy(p, block, length);
  }
}

void SEGUE(count)(uint64_t *sums, const uint8_t *source, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(source + i * SEGUE_PIXEL);
    const uint32_t alpha = segue_alpha(p);
    sums[segue_red(p)] += alpha;
    sums[SEGUE_VALUES + segue_green(p)] += alpha;
    sums[2 * SEGUE_VALUES + segue_blue(p)] += alpha;
    sums[3 * SEGUE_VALUES + alpha] += 1;
  }
}

/// The rounded mean of four opaque pixels, two channels per step, in lanes of twice a channel's
/// width.
SEGUE_INLINE segue_pixel mean(segue_pixel a, segue_pixel b, segue_pixel c, segue_pixel d) {
  const segue_pixel one = (segue_pixel)1 << 2 * SEGUE_BITS | 1, mask = one * SEGUE_MOST, half = one * 2;
  const segue_pixel even = (a & mask) + (b & mask) + (c & mask) + (d & mask) + half;
  const segue_pixel odd = (a >> SEGUE_BITS & mask) + (b >> SEGUE_BITS & mask) + (c >> SEGUE_BITS & mask)
      + (d >> SEGUE_BITS & mask) + half;
  return (even >> 2 & mask) | (odd >> 2 & mask) << SEGUE_BITS;
}

SEGUE_CLONES
void SEGUE(halve_opaque)(uint8_t *dst, const uint8_t *top, const uint8_t *bottom, size_t width) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < width / 2; i++) {
    const uint8_t *p = top + i * 2 * SEGUE_PIXEL, *q = bottom + i * 2 * SEGUE_PIXEL;
    const segue_pixel both = mean(
        segue_load(p), segue_load(p + SEGUE_PIXEL), segue_load(q), segue_load(q + SEGUE_PIXEL));
    segue_store(dst + i * SEGUE_PIXEL, both);
  }
  if (width % 2 == 0) return;
  const segue_pixel p = segue_load(top + (width - 1) * SEGUE_PIXEL);
  const segue_pixel q = segue_load(bottom + (width - 1) * SEGUE_PIXEL);
  segue_store(dst + width / 2 * SEGUE_PIXEL, mean(p, p, q, q));
}

SEGUE_CLONES
void SEGUE(halve_alpha)(uint8_t *dst, const uint8_t *top, const uint8_t *bottom, size_t width) {
  for (size_t i = 0; i < (width + 1) / 2; i++) {
    const size_t left = i * 2 * SEGUE_PIXEL, right = i * 2 + 1 < width ? left + SEGUE_PIXEL : left;
    const segue_u32x4 sums =
        segue_premultiplied(top + left, 16384) + segue_premultiplied(top + right, 16384) +
        segue_premultiplied(bottom + left, 16384) + segue_premultiplied(bottom + right, 16384);
    segue_store_quotient(dst + i * SEGUE_PIXEL, sums);
  }
}

#if SEGUE_BITS == 8

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

void segue_add_streaming(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t bytes) {
  size_t i = 0;
  for (; i < bytes && ((uintptr_t)(dst + i) & 15) != 0; i++) dst[i] = (uint8_t)(a[i] + b[i]);
  for (; i + 16 <= bytes; i += 16) {
    const __m128i x = _mm_loadu_si128((const __m128i *)(a + i)), y = _mm_loadu_si128((const __m128i *)(b + i));
    _mm_stream_si128((__m128i *)(dst + i), _mm_add_epi8(x, y));
  }
  for (; i < bytes; i++) dst[i] = (uint8_t)(a[i] + b[i]);
}

void segue_finish_streaming(void) { _mm_sfence(); }

#else

void segue_copy_streaming(uint8_t *dst, const uint8_t *source, size_t bytes) { memcpy(dst, source, bytes); }

void segue_add_streaming(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) dst[i] = (uint8_t)(a[i] + b[i]);
}

void segue_finish_streaming(void) {}

#endif

#endif
