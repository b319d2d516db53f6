#pragma once

#include <stdarg.h>

#include "SegueDecode.h"

// Writes a sentence, truncated to the buffer.
void segue_say(SegueMessage *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Keeps a decoder's first warning.
void segue_warn(SegueNotes *notes, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Fails with a message if the picture is empty or larger than the limits.
SegueStatus segue_check_size(uint64_t width, uint64_t height, SegueLimits limits, SegueMessage *message);

// Whether the caller has requested a stop.
static inline bool segue_is_stopped(const SegueStop *stop) { return stop != NULL && stop->is_set(stop->context); }

// Copies a profile into the notes, unless it is empty or memory is short.
void segue_keep_profile(SegueNotes *notes, const uint8_t *profile, size_t length);

// Divides the colours of a row of premultiplied RGBA by its alpha, rounded.
void segue_divide_by_alpha(uint8_t *row, uint32_t width);
void segue_divide_by_alpha_16(uint16_t *row, uint32_t width);

// Writes a premultiplied pixel, whose channels are at most `most`, as a straight one of 8 bits, rounded once. A
// transparent pixel keeps its colour.
void segue_narrow_by_alpha(const uint16_t pixel[4], uint32_t most, uint8_t *target);
