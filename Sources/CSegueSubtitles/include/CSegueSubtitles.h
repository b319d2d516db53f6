#ifndef CSEGUE_SUBTITLES_H
#define CSEGUE_SUBTITLES_H

#include <stddef.h>
#include <stdint.h>

/// libass, loaded when it is needed: a program that draws no subtitles runs without it.
typedef struct segue_subtitles segue_subtitles;

/// A rectangle of the frame, in pixels.
typedef struct {
    int x, y, width, height;
} segue_subtitle_area;

/// Reads a script in the ASS format for frames of `width` by `height`. NULL where libass is missing (`reason` is 1), or
/// where it cannot read the script (2).
segue_subtitles *segue_subtitles_open(const char *script, size_t length, int width, int height, int *reason);

/// The image at `milliseconds`: its place within the frame; an area without pixels is nothing. `changed` is 0 where
/// it is what the call before told.
segue_subtitle_area segue_subtitles_area(segue_subtitles *subtitles, long long milliseconds, int *changed);

/// Draws what the last call of `segue_subtitles_area` told: RGBA, straight alpha, rows packed, as large as that area.
void segue_subtitles_draw(segue_subtitles *subtitles, uint8_t *pixels);

/// Gives everything back.
void segue_subtitles_close(segue_subtitles *subtitles);

#endif
