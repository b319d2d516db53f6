#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SegueStatus.h"

// The meaning of the four channels of a decoded pixel before conversion to sRGB.
typedef enum {
  segue_pixels_rgba = 0,
  // Grey, stored three times, then alpha.
  segue_pixels_gray,
  // Ink amounts, 255 is full.
  segue_pixels_cmyk,
  // Ink amounts as Adobe writes them, 0 is full.
  segue_pixels_cmyk_inverted,
} SegueLayout;

// The limits of the size of an accepted picture.
typedef struct {
  uint32_t side;
  uint64_t pixels;
} SegueLimits;

// The properties of a picture in its file's header.
typedef struct {
  // The stored size, before orientation.
  uint32_t width;
  uint32_t height;
  // The EXIF orientation, 1…8; 1 by default.
  uint32_t orientation;
  SegueLayout layout;
  bool has_alpha;
  bool is_animated;
  // 16 if a channel of a decoded pixel has two bytes, in native order; 8 if it has one.
  uint32_t bits;
  // The primaries and the transfer function that the file names, as numbered in ITU-T H.273; 0 for
  // a property that the file does not name.
  uint32_t primaries;
  uint32_t transfer;
  // The exponent from values to light, and the chromaticities x and y of white, red, green and
  // blue. Both are set only for PNGs that have no profile and are not sRGB; 0 if missing.
  double gamma;
  double chromaticities[8];
} SegueImageInfo;

// A callback between rows or pieces of a file, which returns whether to stop. It may be called on any
// thread. Null never stops.
typedef struct {
  bool (*is_set)(const void *context);
  const void *context;
} SegueStop;

// A decoder's results besides the pixels.
typedef struct {
  // An ICC profile, freed by `segue_notes_free`; null without a profile.
  uint8_t *profile;
  size_t profile_length;
  // The first warning; empty without warnings.
  SegueMessage warning;
} SegueNotes;

void segue_notes_free(SegueNotes *notes);

// Each function reads the header of `data` and checks it against `limits` before memory for pixels
// is allocated.
SegueStatus segue_png_read_header(const uint8_t *data, size_t length, SegueLimits limits,
                                  SegueImageInfo *info, SegueMessage *message);
SegueStatus segue_jpeg_read_header(const uint8_t *data, size_t length, SegueLimits limits,
                                   SegueImageInfo *info, SegueMessage *message);
SegueStatus segue_webp_read_header(const uint8_t *data, size_t length, SegueLimits limits,
                                   SegueImageInfo *info, SegueMessage *message);
SegueStatus segue_heif_read_header(const uint8_t *data, size_t length, SegueLimits limits,
                                   SegueImageInfo *info, SegueMessage *message);
SegueStatus segue_tiff_read_header(const uint8_t *data, size_t length, SegueLimits limits,
                                   SegueImageInfo *info, SegueMessage *message);

// Reads the header and the ICC profile of a PNG. `data` may end after the header of the first `IDAT`
// chunk. `notes` is always set, and the caller frees it.
SegueStatus segue_png_read_profile(const uint8_t *data, size_t length, SegueLimits limits,
                                   SegueImageInfo *info, SegueNotes *notes, SegueMessage *message);

// Each function decodes the picture that `info` describes into `pixels`, four channels per pixel,
// top row first. PNG, TIFF, HEIC and AVIF may have 16-bit channels; if `bits` in `info` is set to
// 8, they are rounded. `notes` is always set, and the caller frees it. `stop` ends decoding with
// `segue_stopped`; for HEIC and AVIF, whose library cannot be interrupted, it is checked only
// before the picture.
SegueStatus segue_png_decode(const uint8_t *data, size_t length, const SegueImageInfo *info,
                             uint8_t *pixels, SegueNotes *notes, const SegueStop *stop,
                             SegueMessage *message);
SegueStatus segue_jpeg_decode(const uint8_t *data, size_t length, const SegueImageInfo *info,
                              uint8_t *pixels, SegueNotes *notes, const SegueStop *stop,
                              SegueMessage *message);
SegueStatus segue_webp_decode(const uint8_t *data, size_t length, const SegueImageInfo *info,
                              uint8_t *pixels, SegueNotes *notes, const SegueStop *stop,
                              SegueMessage *message);
SegueStatus segue_heif_decode(const uint8_t *data, size_t length, const SegueImageInfo *info,
                              uint8_t *pixels, SegueNotes *notes, const SegueStop *stop,
                              SegueMessage *message);
SegueStatus segue_tiff_decode(const uint8_t *data, size_t length, const SegueImageInfo *info,
                              uint8_t *pixels, SegueNotes *notes, const SegueStop *stop,
                              SegueMessage *message);

// The orientation in a block of EXIF data, which begins with its TIFF header or with `Exif\0\0`; 1
// if the data is missing or broken. Source: EXIF 2.32, section 4.6; TIFF 6.0, section 8.
uint32_t segue_exif_orientation(const uint8_t *data, size_t length);

// The pictures of an animated WebP, each the whole canvas; for one thread at a time.
typedef struct SegueWebPFrames SegueWebPFrames;

// Reads the header of `data`, which must outlive the result, and checks it against `limits`. Null
// with a message on failure.
SegueWebPFrames *segue_webp_frames_open(const uint8_t *data, size_t length, SegueLimits limits,
                                        SegueImageInfo *info, SegueMessage *message);

// The next picture, RGBA8 with straight alpha, valid until the next call, and its end in
// milliseconds. Null at the end, or for corrupt data.
const uint8_t *segue_webp_frames_next(SegueWebPFrames *frames, int *end);

// Writes up to `room` durations of pictures, in milliseconds, and returns the number of pictures.
size_t segue_webp_frames_durations(const SegueWebPFrames *frames, int *durations, size_t room);

// The ICC profile; the length is 0 without a profile. Valid during the lifetime of `data`.
const uint8_t *segue_webp_frames_profile(const SegueWebPFrames *frames, size_t *length);

void segue_webp_frames_free(SegueWebPFrames *frames);
