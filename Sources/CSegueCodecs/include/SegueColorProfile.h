#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SegueDecode.h"

// A conversion from an ICC profile or named primaries to sRGB or BT.2020's primaries.
typedef struct SegueColorTransform SegueColorTransform;

// Primaries as numbered in ITU-T H.273, of RGB with sRGB's white point and curve.
enum { segue_primaries_srgb = 1, segue_primaries_bt2020 = 9, segue_primaries_display_p3 = 12 };

// Makes the conversion from `profile`, or from `primaries` if its length is 0, to `target_primaries`.
// Pixels are in `layout`, with `bits` (8 or 16) per channel. `transform` is null after an error, and if
// there is nothing to convert: from the target's primaries, or from unsupported primaries.
// `segue_bad_data`: the profile is broken, or its colour space is not that of the pixels.
// `segue_no_library`: lcms2 is not installed.
SegueStatus segue_color_transform_create(const uint8_t *profile, size_t length, int primaries, SegueLayout layout,
                                         int bits, int target_primaries, SegueColorTransform **transform);

// Makes the conversion from a PNG's gamma and chromaticities, with the results of the function above. 0 means the
// gamma or the chromaticities of sRGB.
SegueStatus segue_color_transform_create_png(double gamma, const double chromaticities[8], SegueLayout layout,
                                             int bits, int target_primaries, SegueColorTransform **transform);

// Whether no colour changes by more than one step of 8 bits. The profile is then sRGB in effect.
bool segue_color_transform_is_identity(const SegueColorTransform *transform);

// Converts `count` pixels of four channels in place and keeps their alpha; CMYK becomes opaque. May
// be called from many threads at once.
void segue_color_transform_apply(const SegueColorTransform *transform, uint8_t *pixels, size_t count);

void segue_color_transform_free(SegueColorTransform *transform);

// Converts `count` pixels of ink to sRGB in place, as the product of ink and black.
void segue_cmyk_to_rgba(uint8_t *pixels, size_t count, bool inverted);
