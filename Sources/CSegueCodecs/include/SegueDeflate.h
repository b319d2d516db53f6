#pragma once

// zlib streams and checksums come from libdeflate as it is.
#include <libdeflate.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes that `segue_png_filter` writes, and bytes of scratch that it needs.
size_t segue_png_filtered_length(size_t width, size_t height, bool has_alpha, size_t bytes);
size_t segue_png_scratch_length(size_t width);

// Filters a rectangle of RGBA pixels, `bytes` (1 or 2) a channel, for a PNG of colour type 6, or 2 when it has no
// alpha. Each row takes
// the filter whose bytes have the least sum of magnitudes. `stride` is in bytes.
// Source: PNG specification (third edition), sections 9 and 12.7.
void segue_png_filter(const uint8_t *pixels, size_t stride, size_t width, size_t height, bool has_alpha, size_t bytes,
                      uint8_t *output, uint8_t *scratch);
