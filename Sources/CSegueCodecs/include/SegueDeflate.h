#pragma once

// zlib streams and checksums come directly from libdeflate.
#include <libdeflate.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The number of bytes that `segue_png_filter` writes, and the size of its scratch buffer.
size_t segue_png_filtered_length(size_t width, size_t height, bool has_alpha, size_t bytes);
size_t segue_png_scratch_length(size_t width);

// Filters a rectangle of RGBA pixels with `bytes` (1 or 2) per channel for a PNG of colour type 6,
// or 2 without alpha. Each row uses the filter whose bytes have the smallest sum of magnitudes.
// `stride` is in bytes.
// Source: PNG specification (third edition), sections 9 and 12.7.
void segue_png_filter(const uint8_t *pixels, size_t stride, size_t width, size_t height, bool has_alpha, size_t bytes,
                      uint8_t *output, uint8_t *scratch);
