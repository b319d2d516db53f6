#ifndef CSEGUE_SUBTITLES_H
#define CSEGUE_SUBTITLES_H

#include <stddef.h>
#include <stdint.h>

/// libass, loaded on demand: a program that draws no subtitles runs without it.
typedef struct segue_subtitles segue_subtitles;

/// A rectangle of the frame, in pixels.
typedef struct {
    int x, y, width, height;
} segue_subtitle_area;

/// Reads a script in the ASS format for frames of `width` by `height`. NULL if libass is missing
/// (`reason` is 1) or cannot read the script (2).
segue_subtitles *segue_subtitles_open(const char *script, size_t length, int width, int height, int *reason);

/// The area of the image at `milliseconds` within the frame; empty if nothing is shown. `changed`
/// is 0 if the image equals the previous call's.
segue_subtitle_area segue_subtitles_area(segue_subtitles *subtitles, long long milliseconds, int *changed);

/// Draws the image of the last call of `segue_subtitles_area`: RGBA, straight alpha, rows packed,
/// in that area's size.
void segue_subtitles_draw(segue_subtitles *subtitles, uint8_t *pixels);

/// Frees all resources.
void segue_subtitles_close(segue_subtitles *subtitles);

#endif
