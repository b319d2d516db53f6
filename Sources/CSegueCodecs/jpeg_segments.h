#pragma once

#include <stdio.h>
// The order matters: jpeglib.h needs FILE.
#include <jpeglib.h>
#include <setjmp.h>

#include "support.h"

// libjpeg's errors jump back into the calling function of this module, never further. The value is 2
// without memory, 3 after a stop, else 1.
typedef struct {
  struct jpeg_error_mgr manager;
  // The notes and the stop callback of a decoder; null for an encoder.
  SegueNotes *notes;
  const SegueStop *stop;
  // Whether the end marker may be missing, and whether it was.
  bool may_end;
  bool has_ended;
  SegueMessage *message;
  jmp_buf escape;
} JpegErrors;

// Installs error handlers that jump and print nothing.
struct jpeg_error_mgr *segue_jpeg_errors(JpegErrors *errors);

// The positions of a JPEG's metadata. libjpeg's own list of markers takes quadratic time to build.
typedef struct {
  const uint8_t *exif;
  size_t exif_length;
  // The parts of an ICC profile by number, 1…255. Source: ICC.1:2010, section B.4.
  const uint8_t *profile[256];
  size_t profile_length[256];
  unsigned profile_parts;
} JpegSegments;

// Records EXIF and ICC segments while `jpeg` reads its header. Its whole data is in memory, and its
// `client_data` is a `JpegSegments`.
void segue_jpeg_note_segments(struct jpeg_decompress_struct *jpeg);

// Joins the profile's parts, or warns that some are missing.
void segue_jpeg_keep_profile(const JpegSegments *segments, SegueNotes *notes);
