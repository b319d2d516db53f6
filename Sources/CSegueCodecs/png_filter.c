// PNG row filters, as plain loops over bytes that compilers vectorise.
#include <stdlib.h>
#include <string.h>

#include "SegueDeflate.h"

typedef uint8_t *restrict Output;
typedef const uint8_t *restrict Input;

// Each filter reads up to `bpp` zero bytes before `row` and `above`.
static inline void filter_sub(Input row, Output out, size_t n, size_t bpp) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(row[i] - row[i - bpp]);
}

static inline void filter_up(Input row, Input above, Output out, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(row[i] - above[i]);
}

static inline void filter_average(Input row, Input above, Output out, size_t n, size_t bpp) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(row[i] - ((row[i - bpp] + above[i]) >> 1));
}

static inline void filter_paeth(Input row, Input above, Output out, size_t n, size_t bpp) {
  for (size_t i = 0; i < n; i++) {
    int16_t left = row[i - bpp], up = above[i], corner = above[i - bpp];
    int16_t dx = (int16_t)(up - corner), dy = (int16_t)(left - corner), both = (int16_t)(dx + dy);
    int16_t a = (int16_t)(dx < 0 ? -dx : dx), b = (int16_t)(dy < 0 ? -dy : dy);
    int16_t c = (int16_t)(both < 0 ? -both : both);
    int16_t near = b <= c ? up : corner;
    near = a <= b && a <= c ? left : near;
    out[i] = (uint8_t)(row[i] - near);
  }
}

// The sum of the magnitudes of the bytes as signed numbers.
static inline size_t magnitude(Input bytes, size_t n) {
  size_t sum = 0;
  while (n > 0) {
    // 8192 magnitudes of at most 128 stay far below 2^32.
    size_t part = n < 8192 ? n : 8192;
    uint32_t partial = 0;
    for (size_t i = 0; i < part; i++) {
      uint8_t negative = (uint8_t)(0 - bytes[i]);
      partial += bytes[i] < negative ? bytes[i] : negative;
    }
    sum += partial;
    bytes += part;
    n -= part;
  }
  return sum;
}

// Swaps 16-bit channels to big-endian, as in PNG.
static void pack_deep(Input pixels, Output out, size_t width, bool has_alpha) {
  const size_t channels = has_alpha ? 4 : 3;
  for (size_t x = 0; x < width; x++) {
    for (size_t c = 0; c < channels; c++) {
      uint16_t value;
      memcpy(&value, pixels + x * 8 + c * 2, 2);
      out[(x * channels + c) * 2] = (uint8_t)(value >> 8);
      out[(x * channels + c) * 2 + 1] = (uint8_t)value;
    }
  }
}

static void pack(Input pixels, Output out, size_t width, bool has_alpha, size_t bytes) {
  if (bytes == 2) {
    pack_deep(pixels, out, width, has_alpha);
    return;
  }
  if (has_alpha) {
    memcpy(out, pixels, width * 4);
    return;
  }
  for (size_t x = 0; x < width; x++) {
    out[x * 3] = pixels[x * 4];
    out[x * 3 + 1] = pixels[x * 4 + 1];
    out[x * 3 + 2] = pixels[x * 4 + 2];
  }
}

size_t segue_png_filtered_length(size_t width, size_t height, bool has_alpha, size_t bytes) {
  return height * (1 + width * (has_alpha ? 4 : 3) * bytes);
}

// The length of two rows with zeros before them, and of one row for the candidate filter.
size_t segue_png_scratch_length(size_t width) { return 3 * (width * 8 + 16); }

// Tries each filter on one row and keeps the best in `out`; `bpp` is a constant at every inlined
// call.
static inline void filter_row(Input row, Input above, uint8_t *out, uint8_t *candidate, size_t n, size_t bpp) {
  size_t least = magnitude(row, n);
  out[0] = 0;
  memcpy(out + 1, row, n);
  for (uint8_t filter = 1; filter <= 4; filter++) {
    switch (filter) {
      case 1: filter_sub(row, candidate, n, bpp); break;
      case 2: filter_up(row, above, candidate, n); break;
      case 3: filter_average(row, above, candidate, n, bpp); break;
      default: filter_paeth(row, above, candidate, n, bpp);
    }
    size_t sum = magnitude(candidate, n);
    if (sum >= least) continue;
    least = sum;
    out[0] = filter;
    memcpy(out + 1, candidate, n);
  }
}

void segue_png_filter(const uint8_t *pixels, size_t stride, size_t width, size_t height, bool has_alpha,
                      size_t bytes, uint8_t *output, uint8_t *scratch) {
  size_t n = width * (has_alpha ? 4 : 3) * bytes;
  size_t room = width * 8 + 16;
  memset(scratch, 0, 2 * room);
  uint8_t *row = scratch + 16, *above = scratch + room + 16, *candidate = scratch + 2 * room;
  for (size_t y = 0; y < height; y++, output += n + 1) {
    const uint8_t *source = pixels + y * stride;
    if (y > 0 && memcmp(source, source - stride, width * 4 * bytes) == 0) {
      // A row equal to the one above is all zeros under the filter Up.
      output[0] = 2;
      memset(output + 1, 0, n);
      continue;
    }
    pack(source, row, width, has_alpha, bytes);
    // The row above may have been skipped as a repetition; it then equals the last packed row.
    if (bytes == 2) {
      filter_row(row, above, output, candidate, n, has_alpha ? 8 : 6);
    } else if (has_alpha) {
      filter_row(row, above, output, candidate, n, 4);
    } else {
      filter_row(row, above, output, candidate, n, 3);
    }
    uint8_t *packed = row;
    row = above;
    above = packed;
  }
}
