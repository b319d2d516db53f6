#include "CSegueKernels.h"
#include "vectors.h"

/// The four texels of a sample and their weights.
typedef struct {
  const uint8_t *top_left, *top_right, *bottom_left, *bottom_right;
  uint32_t fx, fy;
} neighbours;

SEGUE_INLINE int32_t clamped(int32_t value, int32_t low, int32_t high) {
  return value < low ? low : value > high ? high : value;
}

SEGUE_INLINE neighbours look(const segue_texels *t, const segue_line *line, size_t x) {
  const int32_t u = ((line->ux[x] + line->u0 + 2048) >> t->level) - 2048;
  const int32_t v = (((line->vx ? line->vx[x] : 0) + line->v0 + 2048) >> t->level) - 2048;
  const ptrdiff_t left = clamped(u >> 12, t->x0, t->x1), right = clamped((u >> 12) + 1, t->x0, t->x1);
  const uint8_t *top = t->base + clamped(v >> 12, t->y0, t->y1) * t->stride;
  const uint8_t *bottom = t->base + clamped((v >> 12) + 1, t->y0, t->y1) * t->stride;
  return (neighbours){
      .top_left = top + left * SEGUE_PIXEL,
      .top_right = top + right * SEGUE_PIXEL,
      .bottom_left = bottom + left * SEGUE_PIXEL,
      .bottom_right = bottom + right * SEGUE_PIXEL,
      .fx = (uint32_t)((u & 4095) + 8) >> 4,
      .fy = (uint32_t)((v & 4095) + 8) >> 4,
  };
}

/// Stores a sample of opaque texels, whose weights sum to 65536.
SEGUE_INLINE void store_opaque(uint8_t *dst, const neighbours *n) {
  const uint32_t x0 = 256 - n->fx, y0 = 256 - n->fy;
  const segue_u32x4 sums =
      segue_texel(n->top_left) * (x0 * y0) + segue_texel(n->top_right) * (n->fx * y0) +
      segue_texel(n->bottom_left) * (x0 * n->fy) + segue_texel(n->bottom_right) * (n->fx * n->fy);
  segue_store_channels(dst, (sums + 32768) >> 16);
}

SEGUE_CLONES
void SEGUE(gather_alpha)(
    uint8_t *dst, size_t first, size_t end, const segue_texels *texels, const segue_line *line) {
  for (size_t x = first; x < end; x++) {
    const neighbours n = look(texels, line, x);
    // Most pixels are opaque or transparent, and need no division.
    const segue_pixel a = segue_load(n.top_left), b = segue_load(n.top_right);
    const segue_pixel c = segue_load(n.bottom_left), d = segue_load(n.bottom_right);
    if ((a & b & c & d) >= SEGUE_ALPHA) {
      store_opaque(dst + x * SEGUE_PIXEL, &n);
    } else if (segue_alpha(a | b | c | d) == 0) {
      segue_store(dst + x * SEGUE_PIXEL, 0);
    } else {
      const uint32_t x0 = 256 - n.fx, y0 = 256 - n.fy;
      const segue_u32x4 sums =
          segue_premultiplied(n.top_left, x0 * y0) + segue_premultiplied(n.top_right, n.fx * y0) +
          segue_premultiplied(n.bottom_left, x0 * n.fy) +
          segue_premultiplied(n.bottom_right, n.fx * n.fy);
      segue_store_quotient(dst + x * SEGUE_PIXEL, sums);
    }
  }
}

SEGUE_CLONES
void SEGUE(gather_opaque)(
    uint8_t *dst, size_t first, size_t end, const segue_texels *texels, const segue_line *line) {
  for (size_t x = first; x < end; x++) {
    const neighbours n = look(texels, line, x);
    store_opaque(dst + x * SEGUE_PIXEL, &n);
  }
}

#if SEGUE_HAND_WRITTEN

/// The positions of eight samples: byte offsets of their upper left texels, and their weights, two
/// halves per word.
typedef struct {
  _Alignas(32) int32_t offset[8];
  _Alignas(32) int32_t across[8];
  _Alignas(32) int32_t down[8];
} eight;

SEGUE_AVX2_INLINE void look_eight(
    eight *e, const segue_texels *t, const segue_line *line, size_t x) {
  const __m256i half = _mm256_set1_epi32(2048), low = _mm256_set1_epi32(4095);
  const __m256i ux = _mm256_loadu_si256((const __m256i *)(line->ux + x));
  const __m256i vx = _mm256_loadu_si256((const __m256i *)(line->vx + x));
  const __m128i shift = _mm_cvtsi32_si128(t->level);
  const __m256i u = _mm256_sub_epi32(
      _mm256_sra_epi32(_mm256_add_epi32(ux, _mm256_set1_epi32(line->u0 + 2048)), shift), half);
  const __m256i v = _mm256_sub_epi32(
      _mm256_sra_epi32(_mm256_add_epi32(vx, _mm256_set1_epi32(line->v0 + 2048)), shift), half);
  const __m256i eighth = _mm256_set1_epi32(8);
  const __m256i fx = _mm256_srli_epi32(_mm256_add_epi32(_mm256_and_si256(u, low), eighth), 4);
  const __m256i fy = _mm256_srli_epi32(_mm256_add_epi32(_mm256_and_si256(v, low), eighth), 4);
  const __m256i column = _mm256_slli_epi32(_mm256_srai_epi32(u, 12), 2);
  const __m256i row = _mm256_mullo_epi32(_mm256_srai_epi32(v, 12), _mm256_set1_epi32((int32_t)t->stride));
  _mm256_store_si256((__m256i *)e->offset, _mm256_add_epi32(row, column));
  const __m256i near = _mm256_sub_epi32(_mm256_set1_epi32(256), fx);
  _mm256_store_si256((__m256i *)e->across, _mm256_or_si256(near, _mm256_slli_epi32(fx, 16)));
  _mm256_store_si256((__m256i *)e->down, _mm256_or_si256(fy, _mm256_slli_epi32(fy, 16)));
}

/// Interpolates two samples: the eight bytes of each row vertically, then horizontally, to 32-bit
/// channels.
SEGUE_AVX2_INLINE __m256i sample_two(
    const eight *e, int i, const uint8_t *base, ptrdiff_t stride) {
  const __m256i pairs = _mm256_setr_epi8(
      0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,  //
      0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
  const uint8_t *p = base + e->offset[i], *q = base + e->offset[i + 1];
  const __m128i tops = _mm_unpacklo_epi64(
      _mm_loadl_epi64((const __m128i *)p), _mm_loadl_epi64((const __m128i *)q));
  const __m128i bottoms = _mm_unpacklo_epi64(
      _mm_loadl_epi64((const __m128i *)(p + stride)), _mm_loadl_epi64((const __m128i *)(q + stride)));
  const __m256i top = _mm256_cvtepu8_epi16(tops), bottom = _mm256_cvtepu8_epi16(bottoms);
  const __m256i fy = _mm256_set_m128i(_mm_set1_epi32(e->down[i + 1]), _mm_set1_epi32(e->down[i]));
  const __m256i fx = _mm256_set_m128i(_mm_set1_epi32(e->across[i + 1]), _mm_set1_epi32(e->across[i]));
  const __m256i step = _mm256_mullo_epi16(_mm256_sub_epi16(bottom, top), fy);
  const __m256i blended = _mm256_xor_si256(
      _mm256_add_epi16(_mm256_slli_epi16(top, 8), step), _mm256_set1_epi16(INT16_MIN));
  const __m256i sums = _mm256_madd_epi16(_mm256_shuffle_epi8(blended, pairs), fx);
  return _mm256_srli_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(32768 * 256 + 32768)), 16);
}

SEGUE_AVX2 static size_t inside_avx2(
    uint8_t *dst, size_t first, size_t end, const segue_texels *t, const segue_line *line) {
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  size_t x = first;
  eight e;
  for (; x + 8 <= end; x += 8) {
    look_eight(&e, t, line, x);
    const __m256i a = sample_two(&e, 0, t->base, t->stride), b = sample_two(&e, 2, t->base, t->stride);
    const __m256i c = sample_two(&e, 4, t->base, t->stride), d = sample_two(&e, 6, t->base, t->stride);
    const __m256i bytes = _mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
    _mm256_storeu_si256((__m256i *)(dst + x * 4), _mm256_permutevar8x32_epi32(bytes, order));
  }
  return x;
}

#endif

void SEGUE(gather_inside)(
    uint8_t *dst, size_t first, size_t end, const segue_texels *texels, const segue_line *line) {
#if SEGUE_HAND_WRITTEN
  // The wide version has 32-bit offsets.
  if (segue_has_avx2() && texels->stride * ((ptrdiff_t)texels->y1 + 1) <= INT32_MAX) {
    first = inside_avx2(dst, first, end, texels, line);
  }
#endif
  SEGUE(gather_opaque)(dst, first, end, texels, line);
}

SEGUE_CLONES
static int is_inside(const segue_texels *t, const int32_t *u, const int32_t *v, size_t n) {
  int32_t left = u[0], right = u[0], top = v[0], bottom = v[0];
  for (size_t x = 1; x < n; x++) {
    left = u[x] < left ? u[x] : left;
    right = u[x] > right ? u[x] : right;
    top = v[x] < top ? v[x] : top;
    bottom = v[x] > bottom ? v[x] : bottom;
  }
  return left >> 12 >= t->x0 && right >> 12 < t->x1 && top >> 12 >= t->y0 && bottom >> 12 < t->y1;
}

void SEGUE(gather_anywhere)(uint8_t *dst, size_t n, const segue_texels *texels, const int32_t *u, const int32_t *v) {
  const segue_line line = {.ux = u, .vx = v};
  enum { block = 64 };
  for (size_t first = 0; first < n; first += block) {
    const size_t count = n - first < block ? n - first : block;
    if (is_inside(texels, u + first, v + first, count)) {
      SEGUE(gather_inside)(dst, first, first + count, texels, &line);
    } else {
      SEGUE(gather_opaque)(dst, first, first + count, texels, &line);
    }
  }
}
