#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SegueStatus.h"

// The output of an encoder, freed by `segue_bytes_free`.
typedef struct {
  uint8_t *bytes;
  size_t length;
} SegueBytes;

void segue_bytes_free(SegueBytes *bytes);

// Encodes RGBA8 pixels, ignoring alpha, as a baseline JPEG of `quality` 1…100, with full or half
// chroma resolution.
SegueStatus segue_jpeg_encode(const uint8_t *pixels, uint32_t width, uint32_t height, int quality,
                              bool full_chroma, SegueBytes *result, SegueMessage *message);

// The compression of WebP pictures.
typedef struct {
  // The quality, 0…100; the effort if `lossless`.
  float quality;
  bool lossless;
  // The compression method, 0 (fast) … 6 (small).
  int effort;
} SegueWebPOptions;

// Encodes RGBA8 pixels, straight alpha, as a WebP file. Lossless keeps the colour of transparent pixels.
SegueStatus segue_webp_encode(const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha,
                              SegueWebPOptions options, SegueBytes *result, SegueMessage *message);

// An animated WebP that is being made; for one thread at a time.
typedef struct SegueWebPAnimation SegueWebPAnimation;

// A new animation that plays `loops` times; 0 plays forever. Null without memory.
SegueWebPAnimation *segue_webp_animation_create(uint32_t width, uint32_t height, uint32_t loops,
                                                SegueWebPOptions options);

// A part of a frame: its first column and row, which are even, and its size.
typedef struct {
  uint32_t x, y, width, height;
} SegueWebPPart;

// Adds a frame that is shown from `timestamp` milliseconds on. `pixels` is a whole frame; only
// `part` differs from `previous`, the previous frame, or null for the first.
SegueStatus segue_webp_animation_add(SegueWebPAnimation *animation, const uint8_t *pixels, const uint8_t *previous,
                                     SegueWebPPart part, bool has_alpha, int timestamp, SegueMessage *message);

// Ends the last frame at `timestamp` milliseconds and assembles the file.
SegueStatus segue_webp_animation_finish(SegueWebPAnimation *animation, int timestamp, SegueBytes *result,
                                        SegueMessage *message);

void segue_webp_animation_free(SegueWebPAnimation *animation);
