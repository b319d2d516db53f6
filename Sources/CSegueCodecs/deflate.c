// zlib streams and checksums, by libdeflate.
#include "SegueDeflate.h"

#include <libdeflate.h>

struct SegueDeflater;

SegueDeflater *segue_deflater_create(int level) { return (SegueDeflater *)libdeflate_alloc_compressor(level); }

void segue_deflater_free(SegueDeflater *deflater) {
  libdeflate_free_compressor((struct libdeflate_compressor *)deflater);
}

size_t segue_deflater_bound(SegueDeflater *deflater, size_t length) {
  return libdeflate_zlib_compress_bound((struct libdeflate_compressor *)deflater, length);
}

size_t segue_deflater_compress(SegueDeflater *deflater, const uint8_t *bytes, size_t length, uint8_t *output,
                               size_t capacity) {
  return libdeflate_zlib_compress((struct libdeflate_compressor *)deflater, bytes, length, output, capacity);
}

uint32_t segue_crc32(uint32_t crc, const uint8_t *bytes, size_t length) {
  return libdeflate_crc32(crc, bytes, length);
}
