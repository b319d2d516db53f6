#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SegueDecode.h"

// A conversion from an ICC profile to sRGB.
typedef struct SegueColorTransform SegueColorTransform;

// The conversion of pixels laid out as `layout`, `bits` (8 or 16) a channel, from `profile` to sRGB. Null when the profile is broken, is of
// another colour space than the pixels, or memory is short.
SegueColorTransform *segue_color_transform_create(const uint8_t *profile, size_t length, SegueLayout layout,
                                                  int bits);

// Whether no colour moves by more than one step: the profile is sRGB in all but name.
bool segue_color_transform_is_identity(const SegueColorTransform *transform);

// Converts `count` pixels of four channels in place and leaves their alpha alone; CMYK becomes opaque.
// May be called from many threads at once.
void segue_color_transform_apply(const SegueColorTransform *transform, uint8_t *pixels, size_t count);

void segue_color_transform_free(SegueColorTransform *transform);

// Converts `count` pixels of ink to sRGB by the plain product of ink and black, in place.
void segue_cmyk_to_rgba(uint8_t *pixels, size_t count, bool inverted);
