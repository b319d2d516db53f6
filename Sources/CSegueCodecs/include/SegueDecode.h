#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SegueStatus.h"

// The meaning of the four bytes of a decoded pixel before its colours are converted to sRGB.
typedef enum {
  segue_pixels_rgba = 0,
  // Grey, stored three times, then alpha.
  segue_pixels_gray,
  // Ink amounts, 255 is full.
  segue_pixels_cmyk,
  // Ink amounts as Adobe writes them, 0 is full.
  segue_pixels_cmyk_inverted,
} SegueLayout;

// The most that a picture may claim.
typedef struct {
  uint32_t side;
  uint64_t pixels;
} SegueLimits;

// The facts in a header.
typedef struct {
  // As stored, before the orientation is applied.
  uint32_t width;
  uint32_t height;
  // The EXIF orientation, 1…8; 1 when there is none.
  uint32_t orientation;
  SegueLayout layout;
  bool has_alpha;
  bool is_animated;
  // 16 where a channel of a decoded pixel has two bytes, in the machine's order; else it has one.
  uint32_t bits;
  // The primaries and the transfer function that its file names, as ITU-T H.273 numbers them; 0 where it names none.
  uint32_t primaries;
  uint32_t transfer;
  // The exponent that makes values of light, and the chromaticities x and y of white, red, green and blue, of a PNG without a
  // profile that is not sRGB; 0 where it has none.
  double gamma;
  double chromaticities[8];
} SegueImageInfo;

// Asked between rows, or pieces of a file, whether the work is to end; may be called on any thread. Null never ends it.
typedef struct {
  bool (*is_set)(const void *context);
  const void *context;
} SegueStop;

// Facts that a decoder found besides the pixels.
typedef struct {
  // An ICC profile; freed by `segue_notes_free`. Null when there is none.
  uint8_t *profile;
  size_t profile_length;
  // The first warning, empty when there was none.
  SegueMessage warning;
} SegueNotes;

void segue_notes_free(SegueNotes *notes);

// Each reads the header of `data` and checks it against `limits` before memory for pixels is taken.
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

// Each decodes the picture that `info` describes into `pixels`, four channels a pixel, top
// row first. PNG, TIFF, HEIC and AVIF may have channels of 16 bits; cleared to 8 in `info`, they are rounded. `notes` is set in every case and is the caller's to free. `stop` ends it with
// `segue_stopped`; HEIC and AVIF, whose library knows no way to, ask before the picture alone.
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
// when there is none or it is broken. Source: EXIF 2.32, section 4.6; TIFF 6.0, section 8.
uint32_t segue_exif_orientation(const uint8_t *data, size_t length);

// The pictures of an animated WebP, each the whole canvas; for one thread at a time.
typedef struct SegueWebPFrames SegueWebPFrames;

// Reads the header of `data`, which lives as long as the result, and checks it against `limits`. Null with a sentence.
SegueWebPFrames *segue_webp_frames_open(const uint8_t *data, size_t length, SegueLimits limits,
                                        SegueImageInfo *info, SegueMessage *message);

// The next picture, RGBA8 with straight alpha, valid until the next call, and the millisecond at which it ends. Null
// at the end, and where the data is corrupt.
const uint8_t *segue_webp_frames_next(SegueWebPFrames *frames, int *end);

// The durations of the pictures in milliseconds: writes as many as there is room for, and returns their number.
size_t segue_webp_frames_durations(const SegueWebPFrames *frames, int *durations, size_t room);

// The ICC profile; its length is 0 when there is none. Valid as long as `data`.
const uint8_t *segue_webp_frames_profile(const SegueWebPFrames *frames, size_t *length);

void segue_webp_frames_free(SegueWebPFrames *frames);
