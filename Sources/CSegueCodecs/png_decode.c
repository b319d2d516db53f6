// Decodes PNG to RGBA. libpng's errors jump back into the calling function of this module, never
// further.
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

// The maximum size of an unpacked text or profile, in bytes.
#define SEGUE_CHUNK_LIMIT (16u << 20)

typedef struct {
  const uint8_t *data;
  size_t length;
  size_t position;
  bool is_animated;
  SegueNotes *notes;
  SegueMessage *message;
  jmp_buf escape;
} Reader;

static void on_error(png_structp png, png_const_charp text) {
  Reader *reader = png_get_error_ptr(png);
  segue_say(reader->message, "%s", text);
  longjmp(reader->escape, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  Reader *reader = png_get_error_ptr(png);
  // Ignoring a profile changes colours; libpng's other warnings do not concern the pixels.
  if (strncmp(text, "iCCP", 4) == 0) segue_warn(reader->notes, "the colour profile is ignored: %s", text);
}

static void on_read(png_structp png, png_bytep bytes, size_t count) {
  Reader *reader = png_get_io_ptr(png);
  if (count > reader->length - reader->position) png_error(png, "the file ends too early");
  memcpy(bytes, reader->data + reader->position, count);
  reader->position += count;
}

static int on_chunk(png_structp png, png_unknown_chunkp chunk) {
  Reader *reader = png_get_user_chunk_ptr(png);
  if (memcmp(chunk->name, "acTL", 5) == 0) reader->is_animated = true;
  return 1;
}

// Reads all chunks before the pixels, within `limits`.
static void read_info(png_structp png, png_infop info, Reader *reader, SegueLimits limits) {
  static const png_byte unused[] = "tEXt\0zTXt\0iTXt\0sPLT\0hIST\0tIME\0pCAL\0sCAL\0oFFs\0pHYs\0sBIT\0bKGD";
  png_set_read_fn(png, reader, on_read);
  png_set_user_limits(png, limits.side, limits.side);
  png_set_chunk_malloc_max(png, SEGUE_CHUNK_LIMIT);
  png_set_chunk_cache_max(png, 64);
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  // A fuzzer cannot guess checksums. Without them it reaches the code that follows.
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#else
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
#endif
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, unused, (int)(sizeof unused / 5));
  png_set_read_user_chunk_fn(png, reader, on_chunk);
  png_read_info(png, info);
}

static void describe_colors(png_structp png, png_infop info, SegueImageInfo *result) {
  double *c = result->chromaticities;
  if (png_get_gAMA(png, info, &result->gamma) == 0) result->gamma = 0;
  png_get_cHRM(png, info, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5], &c[6], &c[7]);
}

static void describe(png_structp png, png_infop info, const Reader *reader, SegueImageInfo *result) {
  int type = png_get_color_type(png, info);
  png_bytep exif = NULL;
  png_uint_32 exif_length = 0;
  result->width = png_get_image_width(png, info);
  result->height = png_get_image_height(png, info);
  result->has_alpha = (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  result->layout = (type & PNG_COLOR_MASK_COLOR) != 0 ? segue_pixels_rgba : segue_pixels_gray;
  result->is_animated = reader->is_animated;
  result->bits = png_get_bit_depth(png, info) == 16 ? 16 : 8;
  result->orientation = 1;
  if (png_get_valid(png, info, PNG_INFO_sRGB | PNG_INFO_iCCP) == 0) describe_colors(png, info, result);
  if (png_get_eXIf_1(png, info, &exif_length, &exif) != 0 && exif != NULL)
    result->orientation = segue_exif_orientation(exif, exif_length);
}

static void keep_profile(png_structp png, png_infop info, SegueNotes *notes) {
  png_charp name = NULL;
  int compression = 0;
  png_bytep profile = NULL;
  png_uint_32 length = 0;
  if (png_get_iCCP(png, info, &name, &compression, &profile, &length) != 0) {
    segue_keep_profile(notes, profile, length);
  }
}

// Reads the header, and the ICC profile if `notes` is not null.
static SegueStatus read_header(const uint8_t *data, size_t length, SegueLimits limits, SegueImageInfo *result,
                               SegueNotes *notes, SegueMessage *message) {
  Reader reader = {.data = data, .length = length, .message = message};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error, on_warning);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    return segue_no_memory;
  }
  volatile SegueStatus status = segue_bad_data;
  if (setjmp(reader.escape) == 0) {
    // The size comes first; its limit is checked here, for uniform messages.
    SegueLimits widest = {.side = 0x7fffffff, .pixels = limits.pixels};
    read_info(png, info, &reader, widest);
    describe(png, info, &reader, result);
    if (notes != NULL) keep_profile(png, info, notes);
    status = segue_check_size(result->width, result->height, limits, message);
  }
  png_destroy_read_struct(&png, &info, NULL);
  return status;
}

SegueStatus segue_png_read_header(const uint8_t *data, size_t length, SegueLimits limits,
                                  SegueImageInfo *result, SegueMessage *message) {
  return read_header(data, length, limits, result, NULL, message);
}

SegueStatus segue_png_read_profile(const uint8_t *data, size_t length, SegueLimits limits,
                                   SegueImageInfo *result, SegueNotes *notes, SegueMessage *message) {
  memset(notes, 0, sizeof *notes);
  return read_header(data, length, limits, result, notes, message);
}

// Requests 8 or 16 bits, four channels and straight alpha from libpng. `png_set_scale_16` rounds to
// nearest.
static int set_transforms(png_structp png, const SegueImageInfo *expected) {
  png_set_expand(png);
  bool is_deep = expected->bits == 16;
  if (!is_deep) png_set_scale_16(png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (is_deep) png_set_swap(png);
#endif
  png_set_gray_to_rgb(png);
  if (!expected->has_alpha) png_set_add_alpha(png, is_deep ? 65535 : 255, PNG_FILLER_AFTER);
  return png_set_interlace_handling(png);
}

SegueStatus segue_png_decode(const uint8_t *data, size_t length, const SegueImageInfo *expected,
                             uint8_t *pixels, SegueNotes *notes, const SegueStop *stop,
                             SegueMessage *message) {
  memset(notes, 0, sizeof *notes);
  Reader reader = {.data = data, .length = length, .notes = notes, .message = message};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error, on_warning);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    return segue_no_memory;
  }
  volatile SegueStatus status = segue_bad_data;
  int jump = setjmp(reader.escape);
  if (jump == 0) {
    SegueLimits limits = {.side = expected->width > expected->height ? expected->width : expected->height};
    read_info(png, info, &reader, limits);
    keep_profile(png, info, notes);
    int passes = set_transforms(png, expected);
    png_read_update_info(png, info);
    size_t stride = (size_t)expected->width * (expected->bits == 16 ? 8 : 4);
    bool is_same = png_get_rowbytes(png, info) == stride && png_get_image_height(png, info) == expected->height;
    if (!is_same) png_error(png, "the header changed while it was read");
    for (int pass = 0; pass < passes; pass++)
      for (size_t y = 0; y < expected->height; y++) {
        if (segue_is_stopped(stop)) longjmp(reader.escape, 2);
        png_read_row(png, pixels + y * stride, NULL);
      }
    // Chunks after the pixels have checksums too, and a file without them is truncated.
    png_read_end(png, NULL);
    status = segue_ok;
  } else if (jump == 2) {
    status = segue_stopped;
  }
  png_destroy_read_struct(&png, &info, NULL);
  return status;
}
