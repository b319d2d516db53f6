#pragma once

/// Row kernels of the CPU renderer. Pixels have 8 or 16 bits per channel, red, green, blue and straight
/// alpha, four or eight bytes each. Every function produces the same bytes as `PixelArithmetic` of
/// SegueRendering, on every machine.
///
/// Unless stated otherwise, a destination may be the same row as a source, but must not partly
/// overlap it. Weights are 0…32768. No function keeps state; all may be called from any thread on
/// separate destinations.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A level of a picture, and the bounds of its readable texels (both inclusive).
typedef struct {
  const uint8_t *base;
  ptrdiff_t stride;
  int32_t x0, y0, x1, y1;
  /// Halvings between the coordinates and this level.
  int32_t level;
} segue_texels;

/// The part of a SampleMap for a row: pixel x samples (ux[x] + u0, vx[x] + v0); `vx` may be null.
typedef struct {
  const int32_t *ux;
  const int32_t *vx;
  int32_t u0, v0;
} segue_line;

/// Arguments of a node's kernel besides its pixels.
typedef struct {
  /// The node's integers.
  const int32_t *numbers;
  /// The row of the frame.
  int32_t y;
  /// 1 if every input pixel is opaque.
  int32_t opaque;
} segue_node;

// MARK: Pixels of 8 bits per channel, and of 16

#define SEGUE(name) segue_##name
#include "../rows.inc"
#include "../nodes.inc"
#undef SEGUE

#define SEGUE(name) segue_##name##_16
#include "../rows.inc"
#include "../nodes.inc"
#undef SEGUE

/// The kernels of one depth.
typedef struct {
#define SEGUE(name) (*name)
#include "../rows.inc"
#undef SEGUE
} segue_kernels;

/// The kernels of pixels with 8 or 16 bits per channel.
const segue_kernels *segue_kernels_of(int bits);

// MARK: Functions of either depth

/// PixelArithmetic.matteWeight of `n` field values.
void segue_matte_weights(
    uint16_t *weights, const uint16_t *field, size_t n, int32_t threshold, int32_t span,
    uint32_t reciprocal);
/// PixelArithmetic.matteWeight of a smooth edge, from `n` weights of a linear one.
void segue_smooth_weights(uint16_t *weights, size_t n);
/// Sets `n` weights to `weight`.
void segue_fill_weights(uint16_t *weights, size_t n, int32_t weight);
/// Weights of the pixels `first` ..< `end` of a placed layer, to `weights[first…]`: the coverage in
/// both directions (see CoverageMap) times the opacity. `dvx` may be null; `du0` and `dv0` are the
/// row's parts.
void segue_coverage_weights(
    uint16_t *weights, size_t first, size_t end, const int32_t *dux, int32_t du0, const int32_t *dvx,
    int32_t dv0, int32_t width, int32_t height, int32_t opacity);
/// Multiplies the weights of the pixels `first` ..< `end`, `weights[first…]`, by the coverage of an
/// outline (see OutlineMap); `down` and `down_arc` are the row's parts.
void segue_outline_weights(
    uint16_t *weights, size_t first, size_t end, const int32_t *across, int32_t down,
    const int32_t *across_arc, int32_t down_arc);
/// Copies with streaming stores, for memory that is not read again soon; the two must not overlap.
void segue_copy_streaming(uint8_t *dst, const uint8_t *source, size_t bytes);
/// Stores the sums of bytes, modulo 256, with streaming stores.
void segue_add_streaming(uint8_t *dst, const uint8_t *a, const uint8_t *b, size_t bytes);
/// Makes the streaming stores visible to other threads.
void segue_finish_streaming(void);

// MARK: pack.c

/// Converts a row of `n` pixels with 8 or 16 `bits` per channel to another layout. `order` is 0 for
/// RGBA, 1 for BGRA, and 2 for RGB. Colours are multiplied by alpha, rounded to nearest, if
/// `premultiplied` is not 0. The two rows must not overlap.
void segue_pack(uint8_t *dst, const uint8_t *source, size_t n, int bits, int order, int premultiplied);
/// Converts a row back from the layout of `segue_pack`; pixels without alpha become opaque. Colours
/// are divided by alpha, rounded to nearest, if `premultiplied` is not 0; pixels with alpha 0 then
/// are transparent black.
void segue_unpack(uint8_t *dst, const uint8_t *source, size_t n, int bits, int order, int premultiplied);

/// The weights, 0…32768, of segue_weighted for a row of `n` pixels.
void segue_weighted_shares(uint16_t *shares, size_t n, const segue_node *node);

// Map nodes write n coordinates, 20.12; those with partial coverage also write n coverages of
// 0…4096.
void segue_radial(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_spread(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_projective(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_bend(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_genie(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);
void segue_polar(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node);

// MARK: yuv.c

/// PixelArithmetic.luma of `n` pixels.
void segue_luma(uint8_t *dst, const uint8_t *source, size_t n);
/// PixelArithmetic.chroma of two rows of `n` pixels, n even: n / 2 values each to `cb` and `cr`.
void segue_chroma(uint8_t *cb, uint8_t *cr, const uint8_t *top, const uint8_t *bottom, size_t n);
/// FramePlanes.color of a row of `n` pixels, n even: opaque RGBA from `n` luma values and n / 2 of
/// each chroma.
void segue_from_yuv(
    uint8_t *dst, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, size_t n);

/// The integers of DeepPlanes. The tables have 65536 values, or are null if values are drawn
/// unchanged.
typedef struct {
  uint32_t luma[3];
  int32_t cb[3], cr[3], channels[5];
  const uint16_t *to_planes, *from_planes;
} segue_planes;

/// DeepPlanes.luma of `n` opaque pixels of 16 bits per channel.
void segue_luma_10(uint16_t *dst, const uint8_t *source, size_t n, const segue_planes *planes);
/// DeepPlanes.chroma of two rows of `n` opaque pixels, n even: n / 2 values each to `cb` and `cr`.
void segue_chroma_10(
    uint16_t *cb, uint16_t *cr, const uint8_t *top, const uint8_t *bottom, size_t n, const segue_planes *planes);
/// DeepPlanes.color of a row of `n` pixels, n even: 16-bit pixels from `n` luma values and n / 2 of
/// each chroma, each 0…1023.
void segue_from_yuv_10(
    uint8_t *dst, const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, size_t n,
    const segue_planes *planes);

#ifdef __cplusplus
}
#endif
