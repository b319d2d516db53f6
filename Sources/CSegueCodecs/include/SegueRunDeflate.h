#pragma once

#include <stddef.h>
#include <stdint.h>

// The largest output for `length` bytes.
size_t segue_run_deflate_bound(size_t length);

// Compresses into a zlib stream and returns its length: runs of one byte become matches, other bytes
// literals, with separate Huffman codes for every block. Several times faster than a search for matches,
// and equally small for filtered pictures, which have runs and noise but hardly any repetition. `output`
// has room for the bound. libdeflate at its fastest takes two to eight times as long. ISA-L is equally
// fast, but its files are larger and differ between processors. Shards must match on all processors.
// Source: RFC 1950 (zlib), RFC 1951 (deflate).
size_t segue_run_deflate(const uint8_t *bytes, size_t length, uint8_t *output);
