// Deflate without a search for matches: runs and Huffman codes.
#include "SegueRunDeflate.h"

#include <libdeflate.h>
#include <stdbool.h>
#include <string.h>

enum {
  symbol_count = 286,
  end_of_block = 256,
  longest_code = 15,
  // Bytes of a block with its own codes. The tokens of a block fit the stack.
  block_length = 1 << 16,
  shortest_run = 4,
  longest_run = 258,
};

typedef struct {
  uint8_t *output;
  uint64_t bits;
  unsigned count;
} Writer;

typedef struct {
  uint16_t code[symbol_count];
  uint8_t length[symbol_count];
} Codes;

// Appends at most 32 bits; fewer than 32 are pending between calls.
static inline void put(Writer *writer, uint32_t value, unsigned count) {
  writer->bits |= (uint64_t)value << writer->count;
  writer->count += count;
  if (writer->count < 32) return;
  // Compilers turn this into a single store on little-endian machines.
  for (int i = 0; i < 4; i++) writer->output[i] = (uint8_t)(writer->bits >> (8 * i));
  writer->output += 4;
  writer->bits >>= 32;
  writer->count -= 32;
}

// Writes the pending bits, padded with zeros.
static void flush(Writer *writer) {
  for (unsigned done = 0; done < writer->count; done += 8) {
    *writer->output++ = (uint8_t)writer->bits;
    writer->bits >>= 8;
  }
  writer->count = 0;
}

// The symbol of a run's length, and its extra bits. Source: RFC 1951, section 3.2.5.
static inline unsigned length_symbol(unsigned length, unsigned *extra_bits, unsigned *extra) {
  *extra_bits = 0;
  *extra = 0;
  if (length == 258) return 285;
  unsigned base = length - 3;
  if (base < 8) return 257 + base;
  unsigned bits = 29u - (unsigned)__builtin_clz(base);
  *extra_bits = bits;
  *extra = base & ((1u << bits) - 1);
  return 257 + (bits << 2) + (base >> bits);
}

// Code lengths for `counts`: Huffman's, with the counts halved until no code is too long.
static void make_lengths(const uint32_t *counts, unsigned n, unsigned limit, uint8_t *lengths) {
  uint32_t weight[2 * symbol_count];
  uint16_t parent[2 * symbol_count], leaves[symbol_count];
  unsigned used = 0;
  memset(lengths, 0, n);
  for (unsigned s = 0; s < n; s++)
    if (counts[s] > 0) leaves[used++] = (uint16_t)s;
  if (used == 1) lengths[leaves[0]] = 1;
  if (used < 2) return;
  for (unsigned shift = 0;; shift++) {
    // Leaves by weight; an insertion sort is fast enough for a few hundred nearly sorted ones.
    for (unsigned i = 1; i < used; i++) {
      uint16_t leaf = leaves[i];
      unsigned j = i;
      for (; j > 0 && counts[leaves[j - 1]] > counts[leaf]; j--) leaves[j] = leaves[j - 1];
      leaves[j] = leaf;
    }
    for (unsigned i = 0; i < used; i++) weight[i] = (counts[leaves[i]] >> shift) | 1;
    // Two queues: the leaves, and the inner nodes in order of creation, both ascending.
    unsigned leaf = 0, inner = used, end = used;
    while (end < 2 * used - 1) {
      uint32_t sum = 0;
      for (int child = 0; child < 2; child++) {
        bool takes_leaf = leaf < used && (inner >= end || weight[leaf] <= weight[inner]);
        unsigned node = takes_leaf ? leaf++ : inner++;
        sum += weight[node];
        parent[node] = (uint16_t)end;
      }
      weight[end++] = sum;
    }
    // Depths from the root down replace the weights.
    unsigned deepest = 0;
    weight[end - 1] = 0;
    for (unsigned node = end - 1; node-- > 0;) {
      weight[node] = weight[parent[node]] + 1;
      if (node < used && weight[node] > deepest) deepest = weight[node];
    }
    if (deepest > limit) continue;
    for (unsigned i = 0; i < used; i++) lengths[leaves[i]] = (uint8_t)weight[i];
    return;
  }
}

// Canonical codes, with their bits reversed for deflate. Source: RFC 1951, section 3.2.2.
static void make_codes(const uint8_t *lengths, unsigned n, uint16_t *codes) {
  unsigned counts[longest_code + 1] = {0}, next[longest_code + 2] = {0};
  for (unsigned s = 0; s < n; s++) counts[lengths[s]]++;
  counts[0] = 0;
  for (unsigned l = 1; l <= longest_code; l++) next[l] = (next[l - 1] + counts[l - 1]) << 1;
  for (unsigned s = 0; s < n; s++) {
    unsigned code = lengths[s] == 0 ? 0 : next[lengths[s]]++, reversed = 0;
    for (unsigned bit = 0; bit < lengths[s]; bit++) reversed |= ((code >> bit) & 1) << (lengths[s] - 1 - bit);
    codes[s] = (uint16_t)reversed;
  }
}

// The block's header with the code lengths, themselves Huffman coded. Source: RFC 1951, section
// 3.2.7.
static void put_header(Writer *writer, const Codes *codes, bool is_last) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  uint8_t all[symbol_count + 1], lengths[19];
  uint16_t meta[19];
  uint32_t counts[19] = {0};
  memcpy(all, codes->length, symbol_count);
  // The only distance, 1, has a one-bit code.
  all[symbol_count] = 1;
  for (unsigned i = 0; i <= symbol_count; i++) counts[all[i]]++;
  make_lengths(counts, 19, 7, lengths);
  make_codes(lengths, 19, meta);
  put(writer, is_last ? 1 : 0, 1);
  put(writer, 2, 2);
  put(writer, symbol_count - 257, 5);
  put(writer, 0, 5);
  put(writer, 19 - 4, 4);
  for (unsigned i = 0; i < 19; i++) put(writer, lengths[order[i]], 3);
  for (unsigned i = 0; i <= symbol_count; i++) put(writer, meta[all[i]], lengths[all[i]]);
}

// The number of bytes from `bytes` on that equal the previous one.
static inline unsigned run_length(const uint8_t *bytes, size_t rest) {
  unsigned most = rest < longest_run ? (unsigned)rest : longest_run, n = 0;
  uint64_t pattern = bytes[-1] * 0x0101010101010101u;
  while (n + 8 <= most) {
    uint64_t word;
    memcpy(&word, bytes + n, 8);
    if (word != pattern) break;
    n += 8;
  }
  while (n < most && bytes[n] == bytes[-1]) n++;
  return n;
}

// Turns a block into literals and runs (256 + length), and counts their symbols. The byte before
// the block is read unless the block is the first.
static size_t make_tokens(const uint8_t *block, size_t length, bool is_first, uint16_t *tokens, uint32_t *counts) {
  size_t n = 0, i = 0;
  if (is_first) {
    tokens[n++] = block[0];
    counts[block[0]]++;
    i = 1;
  }
  while (i < length) {
    const uint8_t *here = block + i;
    if (here[0] == here[-1]) {
      unsigned run = run_length(here, length - i), bits, extra;
      if (run >= shortest_run) {
        counts[length_symbol(run, &bits, &extra)]++;
        tokens[n++] = (uint16_t)(256 + run);
        i += run;
        continue;
      }
    }
    counts[here[0]]++;
    tokens[n++] = here[0];
    i++;
  }
  counts[end_of_block]++;
  return n;
}

static void put_tokens(Writer *result, const Codes *codes, const uint16_t *tokens, size_t n) {
  // A copy whose address is not taken stays in registers.
  Writer local = *result, *writer = &local;
  for (size_t i = 0; i < n; i++) {
    unsigned token = tokens[i], bits = 0, extra = 0;
    if (token < 256) {
      put(writer, codes->code[token], codes->length[token]);
      continue;
    }
    unsigned symbol = length_symbol(token - 256, &bits, &extra);
    unsigned length = codes->length[symbol];
    // The length is followed by its extra bits and the distance, which is a zero.
    put(writer, codes->code[symbol] | extra << length, length + bits + 1);
  }
  put(writer, codes->code[end_of_block], codes->length[end_of_block]);
  *result = local;
}

// No byte takes more than a code of 15 bits; headers are below 400 bytes a block.
size_t segue_run_deflate_bound(size_t length) { return length * 2 + (length / block_length + 1) * 512 + 64; }

size_t segue_run_deflate(const uint8_t *bytes, size_t length, uint8_t *output) {
  uint16_t tokens[block_length];
  Writer writer = {.output = output};
  put(&writer, 0x0178, 16);
  size_t start = 0;
  do {
    size_t part = length - start < block_length ? length - start : block_length;
    uint32_t counts[symbol_count] = {0};
    Codes codes;
    size_t n = part == 0 ? 0 : make_tokens(bytes + start, part, start == 0, tokens, counts);
    if (part == 0) counts[end_of_block]++;
    make_lengths(counts, symbol_count, longest_code, codes.length);
    make_codes(codes.length, symbol_count, codes.code);
    put_header(&writer, &codes, start + part == length);
    put_tokens(&writer, &codes, tokens, n);
    start += part;
  } while (start < length);
  flush(&writer);
  uint32_t adler = libdeflate_adler32(1, bytes, length);
  for (int shift = 24; shift >= 0; shift -= 8) *writer.output++ = (uint8_t)(adler >> shift);
  return (size_t)(writer.output - output);
}
