#pragma once

#include <stddef.h>
#include <stdint.h>

// The most bytes that `length` bytes can become.
size_t segue_run_deflate_bound(size_t length);

// Compresses into a zlib stream and returns its length: runs of one byte become matches, all else literals, with
// Huffman codes of their own for every block. Several times as fast as a search for matches, and as small on
// filtered pictures, which hold runs and noise but hardly any repetition. `output` has room for the bound.
// The libraries fall short here: at its fastest libdeflate takes two to eight times as long, and ISA-L, which is as
// fast, makes larger files and others on another kind of processor, where shards have to match.
// Source: RFC 1950 (zlib), RFC 1951 (deflate).
size_t segue_run_deflate(const uint8_t *bytes, size_t length, uint8_t *output);
