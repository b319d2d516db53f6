#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void segue_say(SegueMessage *message, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
}

void segue_warn(SegueNotes *notes, const char *format, ...) {
  if (notes == NULL || notes->warning.text[0] != 0) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(notes->warning.text, sizeof notes->warning.text, format, arguments);
  va_end(arguments);
}

SegueStatus segue_check_size(uint64_t width, uint64_t height, SegueLimits limits, SegueMessage *message) {
  if (width == 0 || height == 0) {
    segue_say(message, "the picture has no pixels");
    return segue_bad_data;
  }
  if (width > limits.side || height > limits.side) {
    segue_say(message, "%" PRIu64 "x%" PRIu64 " pixels are more than the limit of %" PRIu32 " per side", width,
              height, limits.side);
    return segue_bad_data;
  }
  if (width * height > limits.pixels) {
    segue_say(message, "%" PRIu64 "x%" PRIu64 " pixels are more than the limit of %" PRIu64 " pixels", width,
              height, limits.pixels);
    return segue_bad_data;
  }
  return segue_ok;
}

void segue_keep_profile(SegueNotes *notes, const uint8_t *profile, size_t length) {
  if (notes == NULL || notes->profile != NULL || length == 0) return;
  notes->profile = malloc(length);
  if (notes->profile == NULL) return;
  memcpy(notes->profile, profile, length);
  notes->profile_length = length;
}

void segue_notes_free(SegueNotes *notes) {
  free(notes->profile);
  notes->profile = NULL;
  notes->profile_length = 0;
}

void segue_divide_by_alpha(uint8_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++) {
    uint8_t *pixel = row + (size_t)x * 4;
    unsigned alpha = pixel[3];
    if (alpha == 0 || alpha == 255) continue;
    for (int i = 0; i < 3; i++) {
      unsigned value = (pixel[i] * 255u + alpha / 2) / alpha;
      pixel[i] = (uint8_t)(value > 255 ? 255 : value);
    }
  }
}

void segue_divide_by_alpha_16(uint16_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++) {
    uint16_t *pixel = row + (size_t)x * 4;
    unsigned alpha = pixel[3];
    if (alpha == 0 || alpha == 65535) continue;
    for (int i = 0; i < 3; i++) {
      uint64_t value = (pixel[i] * UINT64_C(65535) + alpha / 2) / alpha;
      pixel[i] = (uint16_t)(value > 65535 ? 65535 : value);
    }
  }
}

void segue_narrow_by_alpha(const uint16_t pixel[4], uint32_t most, uint8_t *target) {
  uint32_t alpha = pixel[3] == 0 ? most : pixel[3];
  for (int i = 0; i < 3; i++) {
    uint32_t value = (pixel[i] * 255u + alpha / 2) / alpha;
    target[i] = (uint8_t)(value > 255 ? 255 : value);
  }
  target[3] = (uint8_t)((pixel[3] * 255u + most / 2) / most);
}

// An unsigned number of 2 or 4 bytes at `offset`, which the caller has checked.
static uint32_t number(const uint8_t *data, size_t offset, int bytes, bool big_endian) {
  uint32_t value = 0;
  for (int i = 0; i < bytes; i++) {
    uint32_t byte = data[offset + (size_t)(big_endian ? i : bytes - 1 - i)];
    value = value << 8 | byte;
  }
  return value;
}

uint32_t segue_exif_orientation(const uint8_t *data, size_t length) {
  if (length >= 6 && memcmp(data, "Exif\0\0", 6) == 0) {
    data += 6;
    length -= 6;
  }
  if (length < 14) return 1;
  bool big_endian = data[0] == 'M' && data[1] == 'M';
  if (!big_endian && !(data[0] == 'I' && data[1] == 'I')) return 1;
  if (number(data, 2, 2, big_endian) != 42) return 1;
  size_t directory = number(data, 4, 4, big_endian);
  if (directory > length - 2) return 1;
  size_t entries = number(data, directory, 2, big_endian);
  for (size_t i = 0; i < entries; i++) {
    size_t entry = directory + 2 + i * 12;
    if (entry + 12 > length) return 1;
    if (number(data, entry, 2, big_endian) != 0x0112) continue;
    bool is_one_short = number(data, entry + 2, 2, big_endian) == 3 && number(data, entry + 4, 4, big_endian) == 1;
    uint32_t value = number(data, entry + 8, 2, big_endian);
    return is_one_short && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
