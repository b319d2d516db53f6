#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SegueDecode.h"

// A conversion from an ICC profile, or from named primaries, to sRGB or to the primaries of BT.2020.
typedef struct SegueColorTransform SegueColorTransform;

// Primaries as ITU-T H.273 numbers them, of RGB with sRGB's white and curve.
enum { segue_primaries_srgb = 1, segue_primaries_bt2020 = 9, segue_primaries_display_p3 = 12 };

// The conversion of pixels laid out as `layout`, `bits` (8 or 16) a channel, from `profile`, or from `primaries` where its
// length is 0, to `target_primaries`. Null when the profile is broken, is of another colour space than the pixels, the
// primaries are none of the above, or memory is short.
SegueColorTransform *segue_color_transform_create(const uint8_t *profile, size_t length, int primaries,
                                                  SegueLayout layout, int bits, int target_primaries);

// The same from a gamma and chromaticities as a PNG has them, each sRGB's where it is 0.
SegueColorTransform *segue_color_transform_create_png(double gamma, const double chromaticities[8], SegueLayout layout,
                                                      int bits, int target_primaries);

// Whether no colour moves by more than one step of 8 bits: to sRGB, the profile is that in all but name.
bool segue_color_transform_is_identity(const SegueColorTransform *transform);

// Converts `count` pixels of four channels in place and leaves their alpha alone; CMYK becomes opaque.
// May be called from many threads at once.
void segue_color_transform_apply(const SegueColorTransform *transform, uint8_t *pixels, size_t count);

void segue_color_transform_free(SegueColorTransform *transform);

// Converts `count` pixels of ink to sRGB by the plain product of ink and black, in place.
void segue_cmyk_to_rgba(uint8_t *pixels, size_t count, bool inverted);
