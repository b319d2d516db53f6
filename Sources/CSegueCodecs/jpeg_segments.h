#pragma once

#include <stdio.h>
// The order matters: jpeglib.h needs FILE.
#include <jpeglib.h>

#include "support.h"

// Where the metadata of a JPEG lies in its data. libjpeg's own list of markers takes quadratic time to build.
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
