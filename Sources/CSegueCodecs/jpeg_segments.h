#pragma once

#include <stdio.h>
// The order matters: jpeglib.h needs FILE.
#include <jpeglib.h>
#include <setjmp.h>

#include "support.h"

// libjpeg's errors jump back into the function here that called it, never further: with 2 when memory is short, with 3
// when the work is to end, else 1.
typedef struct {
  struct jpeg_error_mgr manager;
  // A decoder's alone.
  SegueNotes *notes;
  const SegueStop *stop;
  // Whether the file may end without the marker of its end, and whether it has.
  bool may_end;
  bool has_ended;
  SegueMessage *message;
  jmp_buf escape;
} JpegErrors;

// Sets up errors that jump, and nothing that prints.
struct jpeg_error_mgr *segue_jpeg_errors(JpegErrors *errors);

// The places of a JPEG's metadata in its data. libjpeg's own list of markers takes quadratic time to build.
typedef struct {
  const uint8_t *exif;
  size_t exif_length;
  // The parts of an ICC profile by their number, 1…255. Source: ICC.1:2010, section B.4.
  const uint8_t *profile[256];
  size_t profile_length[256];
  unsigned profile_parts;
} JpegSegments;

// Notes EXIF and ICC while `jpeg`, whose whole data is in memory and whose `client_data` is a `JpegSegments`, reads
// its header.
void segue_jpeg_note_segments(struct jpeg_decompress_struct *jpeg);

// Puts the profile's parts together, or says that some are missing.
void segue_jpeg_keep_profile(const JpegSegments *segments, SegueNotes *notes);
