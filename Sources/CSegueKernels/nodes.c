#include "CSegueKernels.h"
#include "vectors.h"

SEGUE_CLONES
void SEGUE(grayscale)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    const uint32_t grey = segue_grey(p);
    segue_store(dst + i * SEGUE_PIXEL, segue_color(grey, grey, grey) | (p & SEGUE_ALPHA));
  }
}

SEGUE_CLONES
void SEGUE(nearest)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
  const int32_t limit = node->numbers[0];
  SEGUE_VECTORIZE
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL), q = segue_load(b + i * SEGUE_PIXEL);
    const int32_t red = segue_squared(segue_red(p)) - segue_squared(segue_red(q));
    const int32_t green = segue_squared(segue_green(p)) - segue_squared(segue_green(q));
    const int32_t blue = segue_squared(segue_blue(p)) - segue_squared(segue_blue(q));
    const segue_pixel result = red * red + green * green + blue * blue <= limit ? p : q;
    segue_store(dst + i * SEGUE_PIXEL, result);
  }
}

#if SEGUE_HAND_WRITTEN

/// A table of 256 bytes.
typedef struct {
  __m512i parts[4];
} bytes_256;

SEGUE_VBMI_INLINE bytes_256 table_of(const int32_t *numbers) {
  bytes_256 table;
  for (int part = 0; part < 4; part++) {
    for (int quarter = 0; quarter < 4; quarter++) {
      const __m512i words = _mm512_loadu_si512(numbers + part * 64 + quarter * 16);
      ((__m128i *)&table.parts[part])[quarter] = _mm512_cvtepi32_epi8(words);
    }
  }
  return table;
}

SEGUE_VBMI_INLINE __m512i looked_up(const bytes_256 *table, __m512i bytes) {
  const __m512i low = _mm512_permutex2var_epi8(table->parts[0], bytes, table->parts[1]);
  const __m512i high = _mm512_permutex2var_epi8(table->parts[2], bytes, table->parts[3]);
  return _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(bytes), high);
}

/// Maps sixteen pixels at a time.
SEGUE_VBMI static void tone_vbmi(uint8_t *dst, const uint8_t *a, size_t n, const int32_t *numbers) {
  const bytes_256 red = table_of(numbers), green = table_of(numbers + 256), blue = table_of(numbers + 512);
  const bytes_256 alpha = table_of(numbers + 768);
  const int is_even = memcmp(&red, &green, sizeof red) == 0 && memcmp(&red, &blue, sizeof red) == 0;
  for (size_t i = 0; i < n; i += 16) {
    const __mmask16 wanted = n - i < 16 ? (__mmask16)((1 << (n - i)) - 1) : 0xffff;
    const __m512i pixels = _mm512_maskz_loadu_epi32(wanted, a + i * 4);
    __m512i result = looked_up(&red, pixels);
    if (!is_even) {
      result = _mm512_mask_mov_epi8(result, 0x2222222222222222, looked_up(&green, pixels));
      result = _mm512_mask_mov_epi8(result, 0x4444444444444444, looked_up(&blue, pixels));
    }
    result = _mm512_mask_mov_epi8(result, 0x8888888888888888, looked_up(&alpha, pixels));
    const __mmask16 visible = _mm512_test_epi32_mask(result, _mm512_set1_epi32((int32_t)0xff000000));
    _mm512_mask_storeu_epi32(dst + i * 4, wanted, _mm512_maskz_mov_epi32(visible, result));
  }
}

#endif

void SEGUE(tone)(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node) {
#if SEGUE_BITS == 16
  const int32_t *red = node->numbers, *green = red + 65536, *blue = green + 65536, *alpha = blue + 65536;
  for (size_t i = 0; i < n; i++) {
    const segue_pixel p = segue_load(a + i * SEGUE_PIXEL);
    const segue_pixel color = segue_color(
        (uint32_t)red[segue_red(p)], (uint32_t)green[segue_green(p)], (uint32_t)blue[segue_blue(p)]);
    const segue_pixel opacity = (segue_pixel)alpha[segue_alpha(p)] << 48;
    segue_store(dst + i * SEGUE_PIXEL, opacity == 0 ? 0 : color | opacity);
  }
#else
#if SEGUE_HAND_WRITTEN
  if (segue_has_vbmi()) return tone_vbmi(dst, a, n, node->numbers);
#endif
  // The tables' bytes at their positions within a pixel.
  uint32_t tables[4][256];
  for (int channel = 0; channel < 4; channel++) {
    for (int i = 0; i < 256; i++) tables[channel][i] = (uint32_t)node->numbers[channel * 256 + i] << channel * 8;
  }
  for (size_t i = 0; i < n; i++) {
    const uint32_t p = segue_load(a + i * 4), alpha = tables[3][p >> 24];
    const uint32_t color = tables[0][p & 255] | tables[1][p >> 8 & 255] | tables[2][p >> 16 & 255] | alpha;
    segue_store(dst + i * 4, alpha == 0 ? 0 : color);
  }
#endif
}
