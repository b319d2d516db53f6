#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A zlib compressor with its memory; for one thread at a time.
typedef struct SegueDeflater SegueDeflater;

// A compressor of `level` 1 (fastest) … 12 (smallest). Null when memory is short.
SegueDeflater *segue_deflater_create(int level);
void segue_deflater_free(SegueDeflater *deflater);

// The most bytes that `length` bytes can become.
size_t segue_deflater_bound(SegueDeflater *deflater, size_t length);

// Compresses into a zlib stream and returns its length; 0 when `capacity` is too small.
size_t segue_deflater_compress(SegueDeflater *deflater, const uint8_t *bytes, size_t length, uint8_t *output,
                               size_t capacity);

// The CRC-32 of `bytes` continued from `crc`, which is 0 at the start.
uint32_t segue_crc32(uint32_t crc, const uint8_t *bytes, size_t length);

// Bytes that `segue_png_filter` writes, and bytes of scratch that it needs.
size_t segue_png_filtered_length(size_t width, size_t height, bool has_alpha);
size_t segue_png_scratch_length(size_t width);

// Filters a rectangle of RGBA8 pixels for a PNG of colour type 6, or 2 when it has no alpha. Each row takes
// the filter whose bytes have the least sum of magnitudes. `stride` is in bytes.
// Source: PNG specification (third edition), sections 9 and 12.7.
void segue_png_filter(const uint8_t *pixels, size_t stride, size_t width, size_t height, bool has_alpha,
                      uint8_t *output, uint8_t *scratch);
