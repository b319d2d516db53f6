#pragma once

// What the kernels share: fixed-size vectors of the compiler, and a second build of a function for AVX2
// that the loader picks where the machine has it.

#include <stdint.h>
#include <string.h>

// A product and a sum are two roundings, also on processors that could do with one.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SEGUE_THREAD_SANITIZER 1
#endif
#endif

// The loader picks before any library is set up, and ThreadSanitizer's calls in the picking function would
// end the program there: under it there is one build of each.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__clang__) && !defined(SEGUE_THREAD_SANITIZER)
#define SEGUE_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SEGUE_CLONES
#endif

#if defined(__x86_64__)
#include <immintrin.h>
/// For functions written in the instructions of AVX2; call them where `segue_has_avx2` says so.
#define SEGUE_AVX2 __attribute__((target("avx2")))
#define SEGUE_AVX2_INLINE static inline __attribute__((target("avx2"), always_inline))
/// AVX2 with its look-ups of eight table entries at once, which the compiler only takes where it knows the machine.
#define SEGUE_AVX2_GATHERS __attribute__((target("avx2,tune=skylake")))
#define segue_has_avx2() __builtin_cpu_supports("avx2")
/// For functions that look bytes up in a whole table at once; call them where `segue_has_vbmi` says so.
#define SEGUE_VBMI __attribute__((target("avx512f,avx512bw,avx512vbmi")))
#define SEGUE_VBMI_INLINE static inline __attribute__((target("avx512f,avx512bw,avx512vbmi"), always_inline))
#define segue_has_vbmi() (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw"))
#endif

#define SEGUE_INLINE static inline __attribute__((always_inline))

/// Row loops touch each index once: a destination that is also a source is no obstacle.
#define SEGUE_VECTORIZE _Pragma("clang loop vectorize(assume_safety)")

typedef uint8_t segue_u8x4 __attribute__((vector_size(4)));
typedef uint8_t segue_u8x16 __attribute__((vector_size(16)));
typedef uint16_t segue_u16x16 __attribute__((vector_size(32)));
typedef uint32_t segue_u32x4 __attribute__((vector_size(16)));
typedef int32_t segue_s32x4 __attribute__((vector_size(16)));
typedef double segue_f64x4 __attribute__((vector_size(32)));

/// Added to a quotient before it is cut to an integer. Denominators are below 2²⁴ and quotients below 2⁸:
/// a quotient that isn't whole is further than this below the next integer, and the error of the product
/// with a rounded reciprocal is far smaller than this. So the integer is that of the exact division.
#define SEGUE_NUDGE 0x1p-26

/// The whole part of a distance whose square is below 2³². The root of floats is less than 1 wrong.
SEGUE_INLINE int32_t segue_distance(int32_t x, int32_t y) {
  const uint32_t square = (uint32_t)(x * x) + (uint32_t)(y * y);
  const float fx = (float)x, fy = (float)y;
  const uint32_t root = (uint32_t)(int32_t)__builtin_sqrtf(fx * fx + fy * fy), below = root * root;
  return (int32_t)root - (below > square) + (below + 2 * root + 1 <= square);
}

SEGUE_INLINE uint32_t segue_load(const uint8_t *p) {
  uint32_t value;
  memcpy(&value, p, 4);
  return value;
}

SEGUE_INLINE void segue_store(uint8_t *p, uint32_t value) { memcpy(p, &value, 4); }

SEGUE_INLINE segue_u32x4 segue_texel(const uint8_t *p) {
  segue_u8x4 bytes;
  memcpy(&bytes, p, 4);
  return __builtin_convertvector(bytes, segue_u32x4);
}

SEGUE_INLINE void segue_store_channels(uint8_t *p, segue_u32x4 channels) {
  segue_u8x4 bytes = __builtin_convertvector(channels, segue_u8x4);
  memcpy(p, &bytes, 4);
}

/// Adds a texel, premultiplied and weighted; the last lane sums alpha times weight.
SEGUE_INLINE segue_u32x4 segue_premultiplied(const uint8_t *p, uint32_t weight) {
  segue_u32x4 texel = segue_texel(p);
  uint32_t share = texel[3] * weight;
  texel[3] = 1;
  return texel * share;
}

/// The pixel of sums whose weights make 65536: colour divided by alpha's sum, rounded.
SEGUE_INLINE void segue_store_quotient(uint8_t *p, segue_u32x4 sums) {
  uint32_t sum = sums[3];
  double reciprocal = 1.0 / (double)(sum | (sum == 0));
  segue_f64x4 quotients = __builtin_convertvector(sums + sum / 2, segue_f64x4) * reciprocal + SEGUE_NUDGE;
  segue_s32x4 whole = __builtin_convertvector(quotients, segue_s32x4);
  whole[3] = (int32_t)((sum + 32768) >> 16);
  segue_store_channels(p, (segue_u32x4)whole);
}
