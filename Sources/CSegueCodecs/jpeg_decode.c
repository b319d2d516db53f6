// Decodes JPEG to RGBA8 or CMYK8.
#include "jpeg_segments.h"

#include <jerror.h>
#include <string.h>

// A file with this number of scans is built to waste time; real files have about ten.
// Source: "Two Issues with the JPEG Standard", libjpeg-turbo project, 2016.
#define SEGUE_SCAN_LIMIT 100

// Whether pixels are missing or wrong after this warning. Another warning follows if the pixel data
// ends too early, except for arithmetic coding and for missing scans.
static bool loses_pixels(const JpegErrors *errors) {
  switch (errors->manager.msg_code) {
    case JWRN_JPEG_EOF: return !errors->may_end;
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_ICC:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_TOO_MUCH_DATA:
      return false;
    default:
      return true;
  }
}

static void on_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  JpegErrors *errors = (JpegErrors *)common->err;
  char text[JMSG_LENGTH_MAX];
  errors->manager.num_warnings++;
  if (loses_pixels(errors)) errors->manager.error_exit(common);
  errors->manager.format_message(common, text);
  bool is_end = errors->manager.msg_code == JWRN_JPEG_EOF;
  if (is_end) errors->has_ended = true;
  segue_warn(errors->notes, "%s", is_end ? "the marker at its end is missing; its pixels are complete" : text);
}

static void on_progress(j_common_ptr common) {
  struct jpeg_decompress_struct *jpeg = (struct jpeg_decompress_struct *)common;
  JpegErrors *errors = (JpegErrors *)common->err;
  if (segue_is_stopped(errors->stop)) longjmp(errors->escape, 3);
  if (jpeg->input_scan_number <= SEGUE_SCAN_LIMIT) return;
  segue_say(errors->message, "it has more than %d scans", SEGUE_SCAN_LIMIT);
  longjmp(errors->escape, 1);
}

// Whether every scan of a picture has been read, even if the file does not state their number.
static bool has_all_scans(const struct jpeg_decompress_struct *jpeg) {
  for (int c = 0; c < jpeg->num_components; c++) {
    if (jpeg->comp_info[c].quant_table == NULL) return false;
    for (int i = 0; jpeg->progressive_mode && i < DCTSIZE2; i++)
      if (jpeg->coef_bits[c][i] != 0) return false;
  }
  return true;
}

static void set_up(struct jpeg_decompress_struct *jpeg, JpegErrors *errors) {
  jpeg->err = segue_jpeg_errors(errors);
  errors->manager.emit_message = on_message;
}

static void read_header(struct jpeg_decompress_struct *jpeg, const uint8_t *data, size_t length,
                        JpegSegments *segments) {
  jpeg_create_decompress(jpeg);
  jpeg->client_data = segments;
  jpeg_mem_src(jpeg, data, (unsigned long)length);
  segue_jpeg_note_segments(jpeg);
  jpeg_read_header(jpeg, TRUE);
}

static void describe(const struct jpeg_decompress_struct *jpeg, const JpegSegments *segments,
                     SegueImageInfo *info) {
  info->width = jpeg->image_width;
  info->height = jpeg->image_height;
  info->has_alpha = false;
  info->is_animated = false;
  info->orientation = 1;
  if (segments->exif != NULL)
    info->orientation = segue_exif_orientation(segments->exif, segments->exif_length);
  switch (jpeg->jpeg_color_space) {
    case JCS_CMYK:
    case JCS_YCCK:
      info->layout = jpeg->saw_Adobe_marker ? segue_pixels_cmyk_inverted : segue_pixels_cmyk;
      break;
    case JCS_GRAYSCALE: info->layout = segue_pixels_gray; break;
    default: info->layout = segue_pixels_rgba;
  }
}

SegueStatus segue_jpeg_read_header(const uint8_t *data, size_t length, SegueLimits limits,
                                   SegueImageInfo *info, SegueMessage *message) {
  struct jpeg_decompress_struct jpeg;
  JpegSegments segments;
  JpegErrors errors = {.message = message};
  memset(&jpeg, 0, sizeof jpeg);
  memset(&segments, 0, sizeof segments);
  set_up(&jpeg, &errors);
  volatile SegueStatus status = segue_bad_data;
  int jump = setjmp(errors.escape);
  if (jump == 0) {
    read_header(&jpeg, data, length, &segments);
    describe(&jpeg, &segments, info);
    status = segue_check_size(info->width, info->height, limits, message);
  } else if (jump == 2) {
    status = segue_no_memory;
  }
  jpeg_destroy_decompress(&jpeg);
  return status;
}

static void read_pixels(struct jpeg_decompress_struct *jpeg, const SegueImageInfo *info, uint8_t *pixels) {
  size_t stride = (size_t)info->width * 4;
  while (jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW rows[8];
    JDIMENSION count = 0;
    for (; count < 8 && jpeg->output_scanline + count < jpeg->output_height; count++)
      rows[count] = pixels + (jpeg->output_scanline + count) * stride;
    jpeg_read_scanlines(jpeg, rows, count);
  }
}

SegueStatus segue_jpeg_decode(const uint8_t *data, size_t length, const SegueImageInfo *info,
                              uint8_t *pixels, SegueNotes *notes, const SegueStop *stop,
                              SegueMessage *message) {
  struct jpeg_decompress_struct jpeg;
  JpegSegments segments;
  struct jpeg_progress_mgr progress = {.progress_monitor = on_progress};
  JpegErrors errors = {.notes = notes, .stop = stop, .message = message};
  memset(notes, 0, sizeof *notes);
  memset(&jpeg, 0, sizeof jpeg);
  memset(&segments, 0, sizeof segments);
  set_up(&jpeg, &errors);
  volatile SegueStatus status = segue_bad_data;
  int jump = setjmp(errors.escape);
  if (jump == 0) {
    read_header(&jpeg, data, length, &segments);
    jpeg.progress = &progress;
    segue_jpeg_keep_profile(&segments, notes);
    bool is_ink = info->layout == segue_pixels_cmyk || info->layout == segue_pixels_cmyk_inverted;
    jpeg.out_color_space = is_ink ? JCS_CMYK : JCS_EXT_RGBA;
    errors.may_end = !jpeg.arith_code;
    jpeg_start_decompress(&jpeg);
    bool is_same = jpeg.output_width == info->width && jpeg.output_height == info->height;
    if (is_same && jpeg.output_components == 4) {
      read_pixels(&jpeg, info, pixels);
      bool is_whole = has_all_scans(&jpeg);
      jpeg_finish_decompress(&jpeg);
      if (!errors.has_ended || is_whole)
        status = segue_ok;
      else
        segue_say(message, "the file ends too early");
    } else {
      segue_say(message, "the header changed while it was read");
    }
  } else if (jump == 2) {
    status = segue_no_memory;
  } else if (jump == 3) {
    status = segue_stopped;
  }
  jpeg_destroy_decompress(&jpeg);
  return status;
}
