// Decodes HEIF to RGBA of 8 or 16 bits with straight alpha: HEIC as written by phones, in tiles,
// and AVIF. The container's rotations and mirrorings are applied here, so that the result is
// oriented.
#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>

#include "heif_library.h"
#include "support.h"

// A file with its primary picture.
typedef struct {
  struct heif_context *context;
  struct heif_image_handle *picture;
} HeifFile;

static void close_file(HeifFile *file) {
  if (file->picture != NULL) heif_image_handle_release(file->picture);
  if (file->context != NULL) heif_context_free(file->context);
}

static SegueStatus fail(struct heif_error error, SegueMessage *message) {
  if (error.code == heif_error_Memory_allocation_error &&
      error.subcode != heif_suberror_Security_limit_exceeded)
    return segue_no_memory;
  bool lacks_decoder = error.code == heif_error_Unsupported_feature || error.code == heif_error_Plugin_loading_error ||
                       error.subcode == heif_suberror_Unsupported_codec;
  segue_say(message, lacks_decoder ? "%s; convert it to PNG, JPEG or WebP" : "%s",
            error.message == NULL ? "it cannot be decoded" : error.message);
  return segue_bad_data;
}

static SegueStatus open_file(const uint8_t *data, size_t length, HeifFile *file, SegueMessage *message) {
  memset(file, 0, sizeof *file);
  if (!segue_load_heif()) {
    segue_say(message, "libheif");
    return segue_no_library;
  }
  file->context = heif_context_alloc();
  if (file->context == NULL) return segue_no_memory;
  // The limits are checked here, for uniform messages.
  heif_context_set_maximum_image_size_limit(file->context, INT32_MAX);
  struct heif_error error = heif_context_read_from_memory_without_copy(file->context, data, length, NULL);
  if (error.code == heif_error_Ok) error = heif_context_get_primary_image_handle(file->context, &file->picture);
  if (error.code == heif_error_Ok) return segue_ok;
  SegueStatus status = fail(error, message);
  close_file(file);
  return status;
}

// The stored size of the picture, before crop and rotation; the displayed size if the file does not state it.
static void stored_size(struct heif_image_handle *picture, uint32_t *width, uint32_t *height) {
  int sizes[4] = {heif_image_handle_get_ispe_width(picture), heif_image_handle_get_ispe_height(picture),
                  heif_image_handle_get_width(picture), heif_image_handle_get_height(picture)};
  bool is_stated = sizes[0] > 0 && sizes[1] > 0;
  *width = (uint32_t)sizes[is_stated ? 0 : 2];
  *height = (uint32_t)sizes[is_stated ? 1 : 3];
}

// The primaries and the transfer function named by the picture.
static void read_colors(struct heif_image_handle *picture, SegueImageInfo *info) {
  struct heif_color_profile_nclx *profile = NULL;
  info->primaries = info->transfer = 0;
  if (heif_image_handle_get_nclx_color_profile(picture, &profile).code != heif_error_Ok || profile == NULL) return;
  info->primaries = (uint32_t)profile->color_primaries;
  info->transfer = (uint32_t)profile->transfer_characteristics;
  heif_nclx_color_profile_free(profile);
}

SegueStatus segue_heif_read_header(const uint8_t *data, size_t length, SegueLimits limits, SegueImageInfo *info,
                                   SegueMessage *message) {
  HeifFile file;
  SegueStatus status = open_file(data, length, &file, message);
  if (status != segue_ok) return status;
  int width = heif_image_handle_get_width(file.picture);
  int height = heif_image_handle_get_height(file.picture);
  info->width = width < 0 ? 0 : (uint32_t)width;
  info->height = height < 0 ? 0 : (uint32_t)height;
  info->orientation = 1;
  info->layout = segue_pixels_rgba;
  info->has_alpha = heif_image_handle_has_alpha_channel(file.picture);
  info->is_animated = false;
  info->bits = heif_image_handle_get_luma_bits_per_pixel(file.picture) > 8 ? 16 : 8;
  read_colors(file.picture, info);
  uint32_t columns, rows;
  stored_size(file.picture, &columns, &rows);
  close_file(&file);
  status = segue_check_size(info->width, info->height, limits, message);
  return status == segue_ok ? segue_check_size(columns, rows, limits, message) : status;
}

static void keep_profile(struct heif_image_handle *picture, SegueNotes *notes) {
  enum heif_color_profile_type type = heif_image_handle_get_color_profile_type(picture);
  if (type != heif_color_profile_type_rICC && type != heif_color_profile_type_prof) return;
  size_t length = heif_image_handle_get_raw_color_profile_size(picture);
  uint8_t *profile = malloc(length);
  if (profile == NULL) return;
  if (heif_image_handle_get_raw_color_profile(picture, profile).code == heif_error_Ok)
    segue_keep_profile(notes, profile, length);
  free(profile);
}

// A channel in two little-endian bytes.
static uint16_t channel(const uint8_t *source, unsigned most) {
  unsigned value = source[0] | (unsigned)source[1] << 8;
  return (uint16_t)(value > most ? most : value);
}

// Widens channels of fewer bits to 16 bits.
static void widen(const uint8_t *source, unsigned most, uint16_t *target, size_t count) {
  for (size_t i = 0; i < count; i++)
    target[i] = (uint16_t)((channel(source + i * 2, most) * UINT32_C(65535) + most / 2) / most);
}

// Copies premultiplied pixels of more than 8 bits as straight ones of 8 bits.
static void narrow(const uint8_t *source, unsigned most, uint8_t *target, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint16_t pixel[4];
    for (int c = 0; c < 4; c++) pixel[c] = channel(source + i * 8 + c * 2, most);
    segue_narrow_by_alpha(pixel, most, target + i * 4);
  }
}

// Copies an image, whose channels have two bytes if `is_deep`.
static SegueStatus copy_pixels(const struct heif_image *image, const SegueImageInfo *info, bool is_premultiplied,
                               bool is_deep, uint8_t *pixels, SegueMessage *message) {
  int stride = 0;
  const uint8_t *source = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
  bool fits = source != NULL && heif_image_get_width(image, heif_channel_interleaved) == (int)info->width &&
              heif_image_get_height(image, heif_channel_interleaved) == (int)info->height;
  if (!fits) {
    segue_say(message, "its picture does not have the stated size");
    return segue_bad_data;
  }
  size_t row = (size_t)info->width * 4;
  if (is_deep) {
    int bits = heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved);
    if (bits < 8 || bits > 16) {
      segue_say(message, "its channels have %d bits", bits);
      return segue_bad_data;
    }
    unsigned most = (1u << bits) - 1;
    for (uint32_t y = 0; y < info->height; y++) {
      const uint8_t *line = source + (size_t)y * (size_t)stride;
      if (info->bits == 8) {
        narrow(line, most, pixels + y * row, info->width);
        continue;
      }
      uint16_t *target = (uint16_t *)pixels + y * row;
      widen(line, most, target, row);
      if (is_premultiplied) segue_divide_by_alpha_16(target, info->width);
    }
    return segue_ok;
  }
  for (uint32_t y = 0; y < info->height; y++) {
    memcpy(pixels + y * row, source + (size_t)y * (size_t)stride, row);
    if (is_premultiplied) segue_divide_by_alpha(pixels + y * row, info->width);
  }
  return segue_ok;
}

SegueStatus segue_heif_decode(const uint8_t *data, size_t length, const SegueImageInfo *info, uint8_t *pixels,
                              SegueNotes *notes, const SegueStop *stop, SegueMessage *message) {
  memset(notes, 0, sizeof *notes);
  if (segue_is_stopped(stop)) return segue_stopped;
  HeifFile file;
  SegueStatus status = open_file(data, length, &file, message);
  if (status != segue_ok) return status;
  // libheif refuses tiled pictures of exactly its limit.
  uint32_t columns, rows;
  stored_size(file.picture, &columns, &rows);
  heif_context_set_maximum_image_size_limit(file.context, (int)(columns > rows ? columns : rows) + 1);
  struct heif_decoding_options *options = heif_decoding_options_alloc();
  struct heif_image *image = NULL;
  if (options == NULL) {
    status = segue_no_memory;
  } else {
    bool is_premultiplied = heif_image_handle_is_premultiplied_alpha(file.picture);
    // Colours of more bits are divided by alpha before they are rounded to 8 bits.
    bool is_deep =
        info->bits == 16 || (is_premultiplied && heif_image_handle_get_luma_bits_per_pixel(file.picture) > 8);
    options->convert_hdr_to_8bit = !is_deep;
    enum heif_chroma layout = is_deep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA;
    struct heif_error error = heif_decode_image(file.picture, &image, heif_colorspace_RGB, layout, options);
    status = error.code == heif_error_Ok
                 ? copy_pixels(image, info, is_premultiplied, is_deep, pixels, message)
                 : fail(error, message);
    if (status == segue_ok) keep_profile(file.picture, notes);
    if (image != NULL) heif_image_release(image);
    heif_decoding_options_free(options);
  }
  close_file(&file);
  return status;
}
