// SVG drawings, which have no pixels until they are drawn.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SegueStatus.h"

typedef struct SegueDrawing SegueDrawing;

// Whether the library that draws them is installed; loads it.
bool segue_load_drawings(void);

// Reads a drawing, whose bytes have to stay until it is closed.
SegueStatus segue_drawing_open(const uint8_t *bytes, size_t length, SegueDrawing **drawing, SegueMessage *message);

// Its own size in pixels of CSS: what it says, a missing side by the ratio of its viewBox; else that of its viewBox, else 300x150.
void segue_drawing_size(const SegueDrawing *drawing, double *width, double *height);

// Draws it into RGBA8, straight alpha, rows packed, top row first.
SegueStatus segue_drawing_draw(SegueDrawing *drawing, uint32_t width, uint32_t height, uint8_t *pixels,
                               SegueMessage *message);

void segue_drawing_close(SegueDrawing *drawing);
