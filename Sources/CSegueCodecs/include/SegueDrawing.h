// SVG drawings, which have no pixels until they are rendered.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SegueStatus.h"

typedef struct SegueDrawing SegueDrawing;

// Loads the library that renders drawings; false if it is not installed.
bool segue_load_drawings(void);

// Reads a drawing, whose bytes must stay valid until it is closed.
SegueStatus segue_drawing_open(const uint8_t *bytes, size_t length, SegueDrawing **drawing, SegueMessage *message);

// The intrinsic size in CSS pixels: the stated one, with a missing side computed from the viewBox's
// aspect ratio; else the viewBox's size, else 300x150.
void segue_drawing_size(const SegueDrawing *drawing, double *width, double *height);

// Renders into RGBA8, straight alpha, rows packed, top row first.
SegueStatus segue_drawing_draw(SegueDrawing *drawing, uint32_t width, uint32_t height, uint8_t *pixels,
                               SegueMessage *message);

void segue_drawing_close(SegueDrawing *drawing);
