#pragma once

// The result of a call.
typedef enum {
  segue_ok = 0,
  // The data is broken, truncated, or beyond the limits.
  segue_bad_data,
  // Memory allocation failed.
  segue_no_memory,
  // The library refused to encode its input.
  segue_cannot_encode,
  // A required library, named in the message, is not installed.
  segue_no_library,
  // The work was stopped on request.
  segue_stopped,
} SegueStatus;

// An error message: one null-terminated sentence.
typedef struct {
  char text[200];
} SegueMessage;
