// Encodes RGBA8 as JPEG.
#include <stdlib.h>
#include <string.h>

#include "SegueEncode.h"
#include "jpeg_segments.h"

static void write_pixels(struct jpeg_compress_struct *jpeg, const uint8_t *pixels) {
  size_t stride = (size_t)jpeg->image_width * 4;
  while (jpeg->next_scanline < jpeg->image_height) {
    // libjpeg reads the row and never writes it, though its type has no const.
    JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + jpeg->next_scanline * stride);
    jpeg_write_scanlines(jpeg, &row, 1);
  }
}

SegueStatus segue_jpeg_encode(const uint8_t *pixels, uint32_t width, uint32_t height, int quality,
                              bool full_chroma, SegueBytes *result, SegueMessage *message) {
  // A struct in memory: longjmp may roll back variables in registers.
  struct {
    unsigned char *bytes;
    unsigned long length;
  } output = {NULL, 0};
  struct jpeg_compress_struct jpeg;
  JpegErrors errors = {.message = message};
  memset(&jpeg, 0, sizeof jpeg);
  jpeg.err = segue_jpeg_errors(&errors);
  volatile SegueStatus status = segue_cannot_encode;
  volatile bool has_destination = false;
  int jump = setjmp(errors.escape);
  if (jump == 0) {
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &output.bytes, &output.length);
    has_destination = true;
    jpeg.image_width = width;
    jpeg.image_height = height;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_EXT_RGBA;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    jpeg.comp_info[0].h_samp_factor = full_chroma ? 1 : 2;
    jpeg.comp_info[0].v_samp_factor = full_chroma ? 1 : 2;
    jpeg_start_compress(&jpeg, TRUE);
    write_pixels(&jpeg, pixels);
    jpeg_finish_compress(&jpeg);
    status = segue_ok;
  } else {
    if (jump == 2) status = segue_no_memory;
    // The destination has reallocated the memory in `output`; this stores the current pointer.
    if (has_destination) jpeg.dest->term_destination(&jpeg);
  }
  jpeg_destroy_compress(&jpeg);
  if (status == segue_ok) {
    result->bytes = output.bytes;
    result->length = output.length;
  } else {
    free(output.bytes);
  }
  return status;
}
