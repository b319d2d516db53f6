// Fuzzes one picture decoder, chosen by -DFORMAT=png, jpeg or webp: header, pixels and ICC profile, in the library's
// order. Every input must end with a status.

#include <stdint.h>
#include <stdlib.h>

#include "CSegueCodecs.h"

#define JOINED(a, b, c) a##b##c
#define CALL(format, verb) JOINED(segue_, format, verb)

// A small limit: time is spent on code paths, not on pixels.
static const SegueLimits limits = {.side = 1024, .pixels = 256 * 1024};

static void convert(const SegueImageInfo *info, uint8_t *pixels, const SegueNotes *notes) {
  size_t count = (size_t)info->width * info->height;
  SegueColorTransform *transform = NULL;
  if (notes->profile_length > 0)
    segue_color_transform_create(notes->profile, notes->profile_length, 0, info->layout, 8, segue_primaries_srgb,
                                 &transform);
  if (transform) {
    if (!segue_color_transform_is_identity(transform)) segue_color_transform_apply(transform, pixels, count);
    segue_color_transform_free(transform);
  } else if (info->layout == segue_pixels_cmyk || info->layout == segue_pixels_cmyk_inverted) {
    segue_cmyk_to_rgba(pixels, count, info->layout == segue_pixels_cmyk_inverted);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
  SegueImageInfo info = {0};
  SegueMessage message = {{0}};
  if (CALL(FORMAT, _read_header)(data, length, limits, &info, &message) != segue_ok) return 0;
  if (info.width == 0 || info.height == 0 || info.width > limits.side || info.height > limits.side ||
      (uint64_t)info.width * info.height > limits.pixels)
    abort();
  info.bits = 8;
  uint8_t *pixels = malloc((size_t)info.width * info.height * 4);
  if (!pixels) return 0;
  SegueNotes notes = {0};
  if (CALL(FORMAT, _decode)(data, length, &info, pixels, &notes, NULL, &message) == segue_ok)
    convert(&info, pixels, &notes);
  segue_notes_free(&notes);
  free(pixels);
  return 0;
}
