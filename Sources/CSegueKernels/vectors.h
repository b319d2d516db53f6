#pragma once

// Definitions shared by the kernels: the compiler's fixed-size vectors, and a second build of each function
// for AVX2. The loader selects this build on machines that support it.

#include <stdint.h>
#include <string.h>

// Each kernel is written once for both depths. A file is compiled directly for 8 bits per channel, and
// again from `sixteen/` with SEGUE_BITS set to 16.
#ifndef SEGUE_BITS
#define SEGUE_BITS 8
#endif

#if SEGUE_BITS == 16
#define SEGUE(name) segue_##name##_16
typedef uint16_t segue_lane;
typedef uint64_t segue_pixel;
/// The type for the product of a channel and a 22-bit factor.
typedef int64_t segue_wide;
#else
#define SEGUE(name) segue_##name
typedef uint8_t segue_lane;
typedef uint32_t segue_pixel;
typedef int32_t segue_wide;
#endif

/// The largest value of a channel.
#define SEGUE_MOST ((1u << SEGUE_BITS) - 1)
/// The number of values of a channel.
#define SEGUE_VALUES (1 << SEGUE_BITS)
/// The number of bytes of a pixel.
#define SEGUE_PIXEL (SEGUE_BITS / 2)
/// The bits of a pixel's alpha.
#define SEGUE_ALPHA ((segue_pixel)SEGUE_MOST << 3 * SEGUE_BITS)
/// Table offsets, in 16.16 of 0…255 or in 24.8 of 0…65535, scaled for addition to products with
/// factors in 16.16.
#define SEGUE_OFFSET(number) ((segue_wide)(number) * (1 << (SEGUE_BITS - 8)))

// A product and a sum are rounded separately, even on processors with fused multiply-add.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SEGUE_THREAD_SANITIZER 1
#endif
#endif

// The widest vectors, in bits, that are used if available: 128, 256 or 512.
#ifndef SEGUE_WIDEST
#define SEGUE_WIDEST 512
#endif

// The loader selects a build before any library is initialised. ThreadSanitizer's calls in the
// selecting function would crash there, so under ThreadSanitizer each function has a single build.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__clang__) && !defined(SEGUE_THREAD_SANITIZER) \
    && SEGUE_WIDEST >= 256
#define SEGUE_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SEGUE_CLONES
#endif

#if defined(__x86_64__)
#include <immintrin.h>
#if SEGUE_BITS == 8
/// Set if functions written with processor intrinsics are available.
#define SEGUE_HAND_WRITTEN 1
#endif
/// The attribute of functions with AVX2 intrinsics. Call them only if `segue_has_avx2` is true.
#define SEGUE_AVX2 __attribute__((target("avx2")))
#define SEGUE_AVX2_INLINE static inline __attribute__((target("avx2"), always_inline))
/// AVX2 with eight-entry gathers, which the compiler uses only when tuned for a known machine.
#define SEGUE_AVX2_GATHERS __attribute__((target("avx2,tune=skylake")))
#define segue_has_avx2() (SEGUE_WIDEST >= 256 && __builtin_cpu_supports("avx2"))
/// The attribute of functions that look bytes up in a whole table at once. Call them only if
/// `segue_has_vbmi` is true.
#define SEGUE_VBMI __attribute__((target("avx512f,avx512bw,avx512vbmi")))
#define SEGUE_VBMI_INLINE static inline __attribute__((target("avx512f,avx512bw,avx512vbmi"), always_inline))
#define segue_has_vbmi() \
  (SEGUE_WIDEST >= 512 && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw"))
#endif

#define SEGUE_INLINE static inline __attribute__((always_inline))

/// Row loops access each index once, so a destination may also be a source.
#define SEGUE_VECTORIZE _Pragma("clang loop vectorize(assume_safety)")

typedef uint8_t segue_u8x16 __attribute__((vector_size(16)));
typedef uint16_t segue_u16x16 __attribute__((vector_size(32)));
typedef uint32_t segue_u32x4 __attribute__((vector_size(16)));
typedef int32_t segue_s32x4 __attribute__((vector_size(16)));
typedef double segue_f64x4 __attribute__((vector_size(32)));

/// A term added to a quotient before truncation. Denominators are below 2²⁴ and quotients below 2⁸.
/// A non-integer quotient is further than this below the next integer, and the error of the product
/// with a rounded reciprocal is far smaller. So the integer equals that of the exact division.
#define SEGUE_NUDGE 0x1p-26

/// The integer part of a distance whose square is below 2³². The error of the float root is less
/// than 1.
SEGUE_INLINE int32_t segue_distance(int32_t x, int32_t y) {
  const uint32_t square = (uint32_t)(x * x) + (uint32_t)(y * y);
  const float fx = (float)x, fy = (float)y;
  const uint32_t root = (uint32_t)(int32_t)__builtin_sqrtf(fx * fx + fy * fy), below = root * root;
  return (int32_t)root - (below > square) + (below + 2 * root + 1 <= square);
}

SEGUE_INLINE segue_pixel segue_load(const uint8_t *p) {
  segue_pixel value;
  memcpy(&value, p, sizeof value);
  return value;
}

SEGUE_INLINE void segue_store(uint8_t *p, segue_pixel value) { memcpy(p, &value, sizeof value); }

SEGUE_INLINE uint32_t segue_red(segue_pixel p) { return (uint32_t)(p & SEGUE_MOST); }
SEGUE_INLINE uint32_t segue_green(segue_pixel p) { return (uint32_t)(p >> SEGUE_BITS & SEGUE_MOST); }
SEGUE_INLINE uint32_t segue_blue(segue_pixel p) { return (uint32_t)(p >> 2 * SEGUE_BITS & SEGUE_MOST); }
SEGUE_INLINE uint32_t segue_alpha(segue_pixel p) { return (uint32_t)(p >> 3 * SEGUE_BITS); }
/// Channel 0 … 3 of a pixel.
SEGUE_INLINE uint32_t segue_channel(segue_pixel p, int channel) {
  return (uint32_t)(p >> channel * SEGUE_BITS & SEGUE_MOST);
}

/// The colour channels of a pixel, with alpha 0.
SEGUE_INLINE segue_pixel segue_color(uint32_t red, uint32_t green, uint32_t blue) {
  return (segue_pixel)red | (segue_pixel)green << SEGUE_BITS | (segue_pixel)blue << 2 * SEGUE_BITS;
}

/// `value` clamped to 0 … SEGUE_MOST.
SEGUE_INLINE uint32_t segue_clamped(segue_wide value) {
  return (uint32_t)(value < 0 ? 0 : value > (segue_wide)SEGUE_MOST ? (segue_wide)SEGUE_MOST : value);
}

/// x·y / SEGUE_MOST, rounded: exact for channels.
SEGUE_INLINE uint32_t segue_product(uint32_t x, uint32_t y) {
  const uint32_t t = x * y + (1u << (SEGUE_BITS - 1));
  return (t + (t >> SEGUE_BITS)) >> SEGUE_BITS;
}

/// x / y, truncated; y is not 0. Both are below 2³².
SEGUE_INLINE uint32_t segue_quotient(uint32_t x, double reciprocal) {
#if SEGUE_BITS == 16
  // Uses the signed conversion, which vectors have.
  const double wide = (double)(int32_t)(x ^ 0x80000000u) + 0x1p31;
  return (uint32_t)(int32_t)(wide * reciprocal + SEGUE_NUDGE);
#else
  return (uint32_t)(int32_t)((double)(int32_t)x * reciprocal + SEGUE_NUDGE);
#endif
}

/// Full-range BT.709 luma: coefficients that sum to 2¹⁶.
enum { segue_grey_red = 13933, segue_grey_green = 46871, segue_grey_blue = 4732, segue_grey_half = 32768 };

SEGUE_INLINE uint32_t segue_grey(segue_pixel p) {
  return (segue_grey_red * segue_red(p) + segue_grey_green * segue_green(p) + segue_grey_blue * segue_blue(p)
          + segue_grey_half) >> 16;
}

/// A channel reduced so that the sum of three squared differences fits 32 bits.
SEGUE_INLINE int32_t segue_squared(uint32_t value) { return (int32_t)(value >> (SEGUE_BITS == 16 ? 2 : 0)); }

typedef segue_lane segue_lanes __attribute__((vector_size(SEGUE_PIXEL)));

SEGUE_INLINE segue_u32x4 segue_texel(const uint8_t *p) {
  segue_lanes lanes;
  memcpy(&lanes, p, sizeof lanes);
  return __builtin_convertvector(lanes, segue_u32x4);
}

SEGUE_INLINE void segue_store_channels(uint8_t *p, segue_u32x4 channels) {
  segue_lanes lanes = __builtin_convertvector(channels, segue_lanes);
  memcpy(p, &lanes, sizeof lanes);
}

/// A texel, premultiplied and weighted; the last lane is alpha times weight. For 16 bits, the
/// product of colour and alpha is first rounded to 16 bits.
SEGUE_INLINE segue_u32x4 segue_premultiplied(const uint8_t *p, uint32_t weight) {
  segue_u32x4 texel = segue_texel(p);
#if SEGUE_BITS == 16
  const uint32_t alpha = texel[3];
  texel = texel * alpha + 32768;
  texel = (texel + (texel >> 16)) >> 16;
  texel[3] = alpha;
  return texel * weight;
#else
  uint32_t share = texel[3] * weight;
  texel[3] = 1;
  return texel * share;
#endif
}

/// The pixel for sums whose weights total 65536: colour divided by alpha's sum, rounded. For 16
/// bits, both are first rounded to 16 bits.
SEGUE_INLINE void segue_store_quotient(uint8_t *p, segue_u32x4 sums) {
#if SEGUE_BITS == 16
  sums = (sums + 32768) >> 16;
  const uint32_t sum = sums[3];
  sums = sums * 65535 + sum / 2;
#else
  const uint32_t sum = sums[3];
  sums += sum / 2;
#endif
  double reciprocal = 1.0 / (double)(sum | (sum == 0));
  segue_f64x4 quotients = __builtin_convertvector(sums, segue_f64x4) * reciprocal + SEGUE_NUDGE;
  segue_s32x4 whole = __builtin_convertvector(quotients, segue_s32x4);
#if SEGUE_BITS == 16
  whole[3] = (int32_t)sum;
#else
  whole[3] = (int32_t)((sum + 32768) >> 16);
#endif
  segue_store_channels(p, (segue_u32x4)whole);
}
