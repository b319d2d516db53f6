#pragma once

// The result of a call.
typedef enum {
  segue_ok = 0,
  // The data is broken, truncated, or beyond the limits that were given.
  segue_bad_data,
  // The system has no memory left for it.
  segue_no_memory,
  // The library refused to encode what it was given.
  segue_cannot_encode,
  // A library that it takes, which the message names, is not installed.
  segue_no_library,
  // It was told to stop.
  segue_stopped,
} SegueStatus;

// One sentence for people, always ended by a zero.
typedef struct {
  char text[200];
} SegueMessage;
