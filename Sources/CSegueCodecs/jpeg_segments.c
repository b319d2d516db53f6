// Shared code of JPEG decoding and encoding: errors, and EXIF and ICC in the segments APP1 and
// APP2.
#include "jpeg_segments.h"

#include <jerror.h>
#include <stdlib.h>
#include <string.h>

static void on_error(j_common_ptr common) {
  JpegErrors *errors = (JpegErrors *)common->err;
  char text[JMSG_LENGTH_MAX];
  errors->manager.format_message(common, text);
  segue_say(errors->message, "%s", text);
  longjmp(errors->escape, errors->manager.msg_code == JERR_OUT_OF_MEMORY ? 2 : 1);
}

static void on_no_output(j_common_ptr common) { (void)common; }

struct jpeg_error_mgr *segue_jpeg_errors(JpegErrors *errors) {
  jpeg_std_error(&errors->manager);
  errors->manager.error_exit = on_error;
  errors->manager.output_message = on_no_output;
  return &errors->manager;
}

static void note(JpegSegments *segments, const uint8_t *data, size_t length) {
  if (length >= 6 && memcmp(data, "Exif\0\0", 6) == 0 && segments->exif == NULL) {
    segments->exif = data;
    segments->exif_length = length;
  }
  if (length < 14 || memcmp(data, "ICC_PROFILE\0", 12) != 0) return;
  unsigned number = data[12];
  segments->profile[number] = data + 14;
  segments->profile_length[number] = length - 14;
  segments->profile_parts = data[13];
}

// Called by libjpeg after the marker, at the two bytes of the segment's length.
static boolean on_segment(j_decompress_ptr jpeg) {
  struct jpeg_source_mgr *source = jpeg->src;
  const uint8_t *data = source->next_input_byte;
  size_t length = source->bytes_in_buffer < 2 ? 0 : (size_t)data[0] << 8 | data[1];
  // The whole file is in the buffer, so missing bytes are an error.
  if (length < 2 || length > source->bytes_in_buffer) ERREXIT(jpeg, JERR_BAD_LENGTH);
  note(jpeg->client_data, data + 2, length - 2);
  source->next_input_byte += length;
  source->bytes_in_buffer -= length;
  return TRUE;
}

void segue_jpeg_note_segments(struct jpeg_decompress_struct *jpeg) {
  jpeg_set_marker_processor(jpeg, JPEG_APP0 + 1, on_segment);
  jpeg_set_marker_processor(jpeg, JPEG_APP0 + 2, on_segment);
}

void segue_jpeg_keep_profile(const JpegSegments *segments, SegueNotes *notes) {
  size_t length = 0;
  for (unsigned i = 1; i <= segments->profile_parts; i++) {
    if (segments->profile[i] == NULL) {
      segue_warn(notes, "the colour profile is ignored: a part of it is missing");
      return;
    }
    length += segments->profile_length[i];
  }
  if (length == 0) return;
  uint8_t *whole = malloc(length);
  if (whole == NULL) return;
  size_t end = 0;
  for (unsigned i = 1; i <= segments->profile_parts; i++) {
    memcpy(whole + end, segments->profile[i], segments->profile_length[i]);
    end += segments->profile_length[i];
  }
  notes->profile = whole;
  notes->profile_length = length;
}
