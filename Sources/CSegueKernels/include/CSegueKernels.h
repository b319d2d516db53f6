#pragma once

/// Row kernels of the CPU renderer. Pixels are RGBA8 with straight alpha, four bytes each; every function
/// gives the bytes that `PixelArithmetic` (module Rendering) gives pixel by pixel, on every machine.
///
/// Unless said otherwise a destination may be the same row as a source, but must not overlap it in part.
/// Weights are 0…32768. No function keeps state; all are safe from any thread on separate destinations.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: mix.c

/// PixelArithmetic.mix of `n` opaque pixels, one weight.
void segue_mix_opaque(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight);
/// `segue_mix_opaque` past the cache, to whole pixels of memory that overlaps neither source. See
/// `segue_finish_streaming`.
void segue_mix_opaque_streaming(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight);
/// PixelArithmetic.mix of `n` pixels, one weight of 1…32767.
void segue_mix_alpha(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, int32_t weight);
/// PixelArithmetic.mix of `n` opaque pixels, a weight for each.
void segue_mix_opaque_weights(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const uint16_t *weights);
/// PixelArithmetic.mix of `n` pixels, a weight for each.
void segue_mix_alpha_weights(
    uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const uint16_t *weights);
/// PixelArithmetic.matteWeight of `n` field values.
void segue_matte_weights(
    uint16_t *weights, const uint16_t *field, size_t n, int32_t threshold, int32_t span,
    uint32_t reciprocal);
/// PixelArithmetic.matteWeight of a smooth edge, from `n` weights of a linear one.
void segue_smooth_weights(uint16_t *weights, size_t n);

// MARK: over.c

/// PixelArithmetic.over of `n` pixels onto `dst`, whose pixels are all opaque.
void segue_over_opaque(uint8_t *dst, const uint8_t *source, size_t n, const uint16_t *weights);
/// PixelArithmetic.over of `n` pixels onto `dst`.
void segue_over_alpha(uint8_t *dst, const uint8_t *source, size_t n, const uint16_t *weights);
/// Sets `n` weights.
void segue_fill_weights(uint16_t *weights, size_t n, int32_t weight);
/// Weights of the pixels `first` ..< `end` of a placed layer, to `weights[first…]`: the coverage of both
/// directions (see CoverageMap) times the opacity. `dvx` may be null; `du0` and `dv0` are the row's parts.
void segue_coverage_weights(
    uint16_t *weights, size_t first, size_t end, const int32_t *dux, int32_t du0, const int32_t *dvx,
    int32_t dv0, int32_t width, int32_t height, int32_t opacity);

// MARK: rows.c

/// Sets `n` pixels to one colour (bytes r, g, b, a in memory order).
void segue_fill(uint8_t *dst, size_t n, uint32_t pixel);
/// Copies `n` pixels; those without alpha become (0, 0, 0, 0).
void segue_copy_visible(uint8_t *dst, const uint8_t *source, size_t n);
/// Copies past the cache, for memory that is not read again soon; the two must not overlap.
void segue_copy_streaming(uint8_t *dst, const uint8_t *source, size_t bytes);
/// Makes the stores of the streaming functions visible to other threads.
void segue_finish_streaming(void);
/// Writes pixel `i` of `colors` to columns `starts[i]` ..< `starts[i + 1]`. Writes up to 32 bytes beyond the
/// last one.
void segue_expand_runs(uint8_t *dst, const uint8_t *colors, const int32_t *starts, size_t runs);
/// Adds the alpha of `n` pixels to the sums of their red, green and blue values, 256 each, and 1 to that of their alpha.
void segue_count(uint64_t *sums, const uint8_t *source, size_t n);
/// One row of the next coarser level from two rows of `width` pixels; the last pixel of an odd row is taken
/// twice. Writes (width + 1) / 2 pixels.
void segue_halve_opaque(uint8_t *dst, const uint8_t *top, const uint8_t *bottom, size_t width);
/// The same for pixels with alpha.
void segue_halve_alpha(uint8_t *dst, const uint8_t *top, const uint8_t *bottom, size_t width);

// MARK: average.c

/// Adds `n` opaque pixels, times a share of 65536, to four sums a pixel.
void segue_add_opaque(uint32_t *sums, const uint8_t *source, size_t n, uint32_t weight);
/// Adds `n` pixels, premultiplied, times a share of 65536, to four sums a pixel (the last one is alpha's).
void segue_add_alpha(uint32_t *sums, const uint8_t *source, size_t n, uint32_t weight);
/// `n` opaque pixels, each the average of `count` rows' pixels by shares of 65536 that are below 32768 each.
void segue_average_rows(
    uint8_t *dst, const uint8_t *const *rows, const uint32_t *shares, size_t count, size_t n);
/// Rounds the sums of `segue_add_opaque` to pixels.
void segue_round_opaque(uint8_t *dst, const uint32_t *sums, size_t n);
/// Divides the sums of `segue_add_alpha` to pixels.
void segue_divide_alpha(uint8_t *dst, const uint32_t *sums, size_t n);

// MARK: gaussian.c: the passes of a wide Gaussian, specified in Rendering/Nodes/Gaussian.swift

/// `n` texels of the next level from four rows below it, shares 1, 3, 3, 1 along both axes: texel i sees the pixels
/// `first` + 2·i … `first` + 2·i + 3 of the rows' `count` pixels, whose ends are repeated. `scratch` has room for
/// `count` + 2·n + 8 pixels of four 32-bit values.
void segue_reduce(
    uint8_t *dst, const uint8_t *const *rows, size_t count, ptrdiff_t first, size_t n, int opaque, void *scratch);
/// Copies `n` pixels to `dst` + `reach` pixels and repeats the first and the last one `reach` times before and after.
void segue_repeat_ends(uint8_t *dst, const uint8_t *source, size_t n, size_t reach);
/// `n` pixels from three rows of `texels` texels by `down` (shares of 256): pixel x sees the texels `first` +
/// (x >> halvings) and the two after it. `near` and `far` have four entries for each place in a texel: the shares of
/// the first (low half) and the second (high half), and that of the third. `scratch` has room for `texels` + 2 texels
/// of four 32-bit values.
void segue_enlarge(
    uint8_t *dst, const uint8_t *const *rows, const uint32_t *down, size_t texels, size_t first, size_t n,
    uint32_t halvings, const uint32_t *near, const uint32_t *far, int opaque, void *scratch);

// MARK: separable.c

/// Two rows blended down, `n` texels: (top·(256 − fy) + bottom·fy) − 32768, four values a texel.
void segue_blend_down(int16_t *dst, const uint8_t *top, const uint8_t *bottom, size_t n, int32_t fy);
/// Opaque pixels `first` ..< `end` from a row of `segue_blend_down`: texels `left[x] − offset` and the next
/// one, weighted by the low and the high half of `shares[x]` (sum 256).
void segue_blend_across(
    uint8_t *dst, const int16_t *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares);
/// The same for `n` texels that follow one another, all with fraction `fx`.
void segue_blend_along(uint8_t *dst, const int16_t *row, size_t n, int32_t fx);
/// Two rows with alpha blended down, premultiplied, `n` texels: four sums a texel (the last one is alpha's).
void segue_blend_down_alpha(
    uint32_t *dst, const uint8_t *top, const uint8_t *bottom, size_t n, int32_t fy);
/// Pixels `first` ..< `end` from a row of `segue_blend_down_alpha`, as `segue_blend_across`.
void segue_blend_across_alpha(
    uint8_t *dst, const uint32_t *row, size_t first, size_t end, const int32_t *left, int32_t offset,
    const uint32_t *shares);

// MARK: gather.c

/// A level of a picture, and the texels of it that may be read (both bounds inclusive).
typedef struct {
  const uint8_t *base;
  ptrdiff_t stride;
  int32_t x0, y0, x1, y1;
  /// Halvings between the coordinates and this level.
  int32_t level;
} segue_texels;

/// One row's part of a SampleMap: pixel x looks at (ux[x] + u0, vx[x] + v0); `vx` may be null.
typedef struct {
  const int32_t *ux;
  const int32_t *vx;
  int32_t u0, v0;
} segue_line;

/// Bilinear samples for pixels `first` ..< `end` of `dst`, clamped to the texels, for any pixels.
void segue_gather_alpha(
    uint8_t *dst, size_t first, size_t end, const segue_texels *texels, const segue_line *line);
/// The same for opaque pictures.
void segue_gather_opaque(
    uint8_t *dst, size_t first, size_t end, const segue_texels *texels, const segue_line *line);
/// The same for opaque pictures where no neighbour needs clamping: the left and upper texels of all samples
/// are at least x0, y0 and below x1, y1. `vx` must not be null.
void segue_gather_inside(
    uint8_t *dst, size_t first, size_t end, const segue_texels *texels, const segue_line *line);
/// Bilinear samples of the level 0 of an opaque picture for `n` pixels of `dst`, clamped to the texels: pixel x looks at
/// (u[x], v[x]).
void segue_gather_anywhere(
    uint8_t *dst, size_t n, const segue_texels *texels, const int32_t *u, const int32_t *v);

// MARK: nodes.c: the registered nodes, each specified in Rendering/Nodes

/// What a node's kernel is given beside its pixels.
typedef struct {
  /// The node's integers.
  const int32_t *numbers;
  /// The row of the frame.
  int32_t y;
  /// 1 where every input pixel has alpha 255.
  int32_t opaque;
} segue_node;

// Pointwise nodes: `n` pixels from `a` and `b`, which are the same row where the node has one input.
void segue_grayscale(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_nearest(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_tone(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_matrix(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_luma_lines(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_row_lines(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_cube(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_blend(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_blend_hsl(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_weighted(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_chroma_key(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_palette(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_light(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);
void segue_dots(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t n, const segue_node *node);

// Window nodes of radius r get 2·r + 1 rows, the middle one being the pixel's own, each with r pixels more on either
// side.
void segue_convolve(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node);
void segue_gradient(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node);
void segue_extreme(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node);
void segue_median(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node);
void segue_bilateral(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node);
void segue_kuwahara(uint8_t *dst, const uint8_t *const *rows, size_t n, const segue_node *node);

// Map nodes write n coordinates, 20.12, and those whose pixels may be covered in part n coverages of 0…4096.
void segue_radial(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_spread(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_projective(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_bend(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_polar(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
/// Multiplies alpha by coverages, in place; 4096 leaves a pixel as it is.
void segue_cover(uint8_t *dst, const int32_t *coverage, size_t n);

// MARK: yuv.c

/// PixelArithmetic.luma of `n` pixels.
void segue_luma(uint8_t *dst, const uint8_t *source, size_t n);
/// PixelArithmetic.chroma of two rows of `n` pixels, n even: n / 2 values each to `cb` and `cr`.
void segue_chroma(uint8_t *cb, uint8_t *cr, const uint8_t *top, const uint8_t *bottom, size_t n);
/// FilmPlanes.color of a row of `n` pixels, n even: opaque RGBA of `n` luma values and n / 2 of each chroma.
void segue_from_yuv(
    uint8_t *dst, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, size_t n);

#ifdef __cplusplus
}
#endif
