// Converts rows of pixels to and from other programs' layouts.

#include "CSegueKernels.h"
#include "vectors.h"

/// Channels of a stored pixel: three without alpha.
#define CHANNELS(order) ((order) == 2 ? 3 : 4)
/// The index of red; blue is two further, or two before in BGR order.
#define RED(order) ((order) == 1 ? 2 : 0)

/// The product of two channels with this number of bits, rounded to nearest.
#define PRODUCT(color, alpha, bits) \
  (((uint32_t)(color) * (alpha) + (1u << ((bits) - 1)) + (((uint32_t)(color) * (alpha) + (1u << ((bits) - 1))) >> (bits))) >> (bits))

/// A loop over a row for each order, which is a constant for the compiler.
#define FOR_EACH_ORDER(loop)                 \
  switch (order) {                           \
    case 1: loop(1) break;                   \
    case 2: loop(2) break;                   \
    default: loop(0) break;                  \
  }

#define PACK(lane, bits, order)                                                     \
  for (size_t i = 0; i < n; i++) {                                                  \
    const lane *from = (const lane *)source + i * 4;                                \
    lane *to = (lane *)dst + i * CHANNELS(order);                                   \
    const uint32_t alpha = from[3];                                                 \
    for (int c = 0; c < 3; c++) {                                                   \
      to[RED(order) ? 2 - c : c] = (lane)(premultiplied ? PRODUCT(from[c], alpha, bits) : from[c]); \
    }                                                                               \
    if (CHANNELS(order) == 4) to[3] = (lane)alpha;                                  \
  }

#define UNPACK(lane, bits, order)                                                   \
  for (size_t i = 0; i < n; i++) {                                                  \
    const lane *from = (const lane *)source + i * CHANNELS(order);                  \
    lane *to = (lane *)dst + i * 4;                                                 \
    const uint32_t most = (1u << (bits)) - 1, alpha = CHANNELS(order) == 4 ? from[3] : most; \
    for (int c = 0; c < 3; c++) to[c] = from[RED(order) ? 2 - c : c];               \
    to[3] = (lane)alpha;                                                            \
  }

#define PACK_8(order) PACK(uint8_t, 8, order)
#define PACK_16(order) PACK(uint16_t, 16, order)
#define UNPACK_8(order) UNPACK(uint8_t, 8, order)
#define UNPACK_16(order) UNPACK(uint16_t, 16, order)

SEGUE_CLONES
void segue_pack(uint8_t *restrict dst, const uint8_t *restrict source, size_t n, int bits, int order, int premultiplied) {
  if (bits == 16) {
    FOR_EACH_ORDER(PACK_16)
  } else {
    FOR_EACH_ORDER(PACK_8)
  }
}

/// Divides `n` pixels' colours by their alpha.
#define DIVIDE(lane, bits)                                                          \
  for (lane *p = (lane *)dst, *end = p + n * 4; p < end; p += 4) {                  \
    const uint32_t most = (1u << (bits)) - 1, alpha = p[3];                         \
    for (int c = 0; alpha < most && c < 3; c++) {                                   \
      const uint64_t quotient = alpha ? ((uint64_t)p[c] * most + alpha / 2) / alpha : 0; \
      p[c] = (lane)(quotient < most ? quotient : most);                             \
    }                                                                               \
  }

SEGUE_CLONES
void segue_unpack(uint8_t *restrict dst, const uint8_t *restrict source, size_t n, int bits, int order, int premultiplied) {
  if (bits == 16) {
    FOR_EACH_ORDER(UNPACK_16)
    if (premultiplied) DIVIDE(uint16_t, 16)
  } else {
    FOR_EACH_ORDER(UNPACK_8)
    if (premultiplied) DIVIDE(uint8_t, 8)
  }
}
