// Runs every kernel for 8 and for 16 bits per channel, on noise and on the samples of every node, and prints a hash of each
// result. Equal lines of two machines mean equal bytes. Standard input is the output of `recipe-hashes kernels`. Like the
// kernels, this file is compiled once for each depth (see kernels_16.c).

#include <stdio.h>
#include <stdlib.h>

#include "CSegueKernels.h"
#include "vectors.h"

// `rounds` is the number of passes with new noise, since wrong rounding affects few pixels.
enum { width = 67, room = 4096, rounds = 16 };

static uint64_t state = 1;
static uint32_t chance(uint32_t below) {
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return (uint32_t)((z ^ (z >> 31)) >> 33) % below;
}

static void show(const char *name, const void *bytes, size_t count) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
  printf("%s %d %08x%08x\n", name, SEGUE_BITS, (unsigned)(hash >> 32), (unsigned)hash);
}

/// Fills `n` pixels with random and extreme values.
static void noise(uint8_t *row, size_t n, int opaque) {
  static const segue_lane extremes[] = {0, 1, SEGUE_MOST / 2, SEGUE_MOST / 2 + 1, SEGUE_MOST - 1, SEGUE_MOST};
  segue_lane *lanes = (segue_lane *)row;
  for (size_t i = 0; i < n * 4; i++) lanes[i] = chance(3) == 0 ? extremes[chance(6)] : (segue_lane)chance(SEGUE_VALUES);
  for (size_t i = 0; opaque && i < n; i++) lanes[i * 4 + 3] = SEGUE_MOST;
}

static _Alignas(64) uint8_t a[room * 2], b[room * 2], c[room * 2], d[room * 2], dst[room * 2];
static uint8_t *const rows[] = {a, b, c, d};
static uint16_t weights[room], field[room];
static uint32_t sums[room];
static int32_t halves[room];
static int32_t u[room], v[room], coverage[room];
static uint64_t counted[SEGUE_VALUES * 4];
static _Alignas(64) uint8_t scratch[room * 16];

static void renew(int opaque) {
  for (int i = 0; i < 4; i++) noise(rows[i], room / 4, opaque);
  memset(dst, 0, sizeof dst);
  memset(sums, 0, sizeof sums);
  for (int i = 0; i < room; i++) {
    // Weights that are powers of two reach the halves at which a product is rounded up.
    weights[i] = (uint16_t)(i % 5 == 0 ? (i % 2) * 32768 : i % 3 == 0 ? 32768 >> chance(4) : chance(32769));
    field[i] = (uint16_t)chance(65536);
  }
}

static void mixes(void) {
  static const int32_t values[] = {1, 63, 64, 127, 16383, 16384, 32704, 32767};
  for (int k = 0; k < 8; k++) {
    renew(1);
    SEGUE(mix_opaque)(dst, a, b, width, values[k]);
    show("mix_opaque", dst, width * SEGUE_PIXEL);
    SEGUE(mix_opaque_streaming)(scratch, a, b, width, values[k]);
    segue_finish_streaming();
    show("mix_opaque_streaming", scratch, width * SEGUE_PIXEL);
    renew(0);
    SEGUE(mix_alpha)(dst, a, b, width, values[k]);
    show("mix_alpha", dst, width * SEGUE_PIXEL);
    const int32_t span = 1 + (int32_t)chance(65535);
    segue_matte_weights(
        weights, field, width, (int32_t)chance((uint32_t)(65535 + span)), span, (uint32_t)((INT64_C(1) << 31) / span));
    show("matte_weights", weights, width * 2);
    segue_smooth_weights(weights, width);
    show("smooth_weights", weights, width * 2);
    segue_fill_weights(weights, width, values[k]);
    show("fill_weights", weights, width * 2);
    for (int i = 0; i < room; i++) u[i] = (int32_t)chance(1 << 20), v[i] = (int32_t)chance(1 << 20);
    segue_coverage_weights(weights, 3, width, u, -200000, k % 2 ? v : NULL, -100000, 400000, 300000, values[k]);
    show("coverage_weights", weights + 3, (width - 3) * 2);
    for (int i = 0; i < room; i++) u[i] = (int32_t)chance(4097), v[i] = (int32_t)chance(1 << 14) - (1 << 13);
    segue_outline_weights(weights, 3, width, u, values[k] >> 3, v, -1000);
    show("outline_weights", weights + 3, (width - 3) * 2);
  }
  for (int opaque = 0; opaque < 2; opaque++) {
    renew(opaque);
    (opaque ? SEGUE(mix_opaque_weights) : SEGUE(mix_alpha_weights))(dst, a, b, width, weights);
    show("mix_weights", dst, width * SEGUE_PIXEL);
    // The upper picture always has alpha.
    noise(b, width, 0);
    (opaque ? SEGUE(over_opaque) : SEGUE(over_alpha))(a, b, width, weights);
    show("over", a, width * SEGUE_PIXEL);
  }
}

static void plainRows(void) {
  renew(0);
  SEGUE(fill)(dst, width, 0x80402010);
  show("fill", dst, width * SEGUE_PIXEL);
  SEGUE(copy_visible)(dst, a, width);
  show("copy_visible", dst, width * SEGUE_PIXEL);
  segue_copy_streaming(scratch, a, 1024);
  segue_finish_streaming();
  show("copy_streaming", scratch, 1024);
  segue_add_streaming(scratch + 5, a, b, 1000);
  segue_finish_streaming();
  show("add_streaming", scratch + 5, 1000);
  static const int32_t starts[] = {0, 1, 9, 20, 21, 60, 67};
  SEGUE(expand_runs)(dst, a, starts, 6);
  show("expand_runs", dst, width * SEGUE_PIXEL);
  SEGUE(count)(counted, a, width);
  show("count", counted, sizeof counted);
  for (int opaque = 0; opaque < 2; opaque++) {
    renew(opaque);
    (opaque ? SEGUE(halve_opaque) : SEGUE(halve_alpha))(dst, a, b, width);
    show("halve", dst, (width + 1) / 2 * SEGUE_PIXEL);
    static const uint32_t shares[] = {30000, 20000, 10000, 5536};
    for (int i = 0; i < 4; i++) (opaque ? SEGUE(add_opaque) : SEGUE(add_alpha))(sums, rows[i], width, shares[i]);
    show("add", sums, width * 16);
    (opaque ? SEGUE(round_opaque) : SEGUE(divide_alpha))(dst, sums, width);
    show("divide", dst, width * SEGUE_PIXEL);
    if (opaque) {
      SEGUE(average_rows)(dst, (const uint8_t *const *)rows, shares, 4, width);
      show("average_rows", dst, width * SEGUE_PIXEL);
    }
    SEGUE(reduce)(dst, (const uint8_t *const *)rows, width, -3, 36, opaque, scratch);
    show("reduce", dst, 36 * SEGUE_PIXEL);
    SEGUE(repeat_ends)(dst, a, 40, 9);
    show("repeat_ends", dst, 58 * SEGUE_PIXEL);
    uint32_t near[16], far[16];
    for (uint32_t i = 0; i < 16; i++) near[i] = (100 - i / 4 * 20) | (128 << 16), far[i] = 28 + i / 4 * 20;
    static const uint32_t down[] = {70, 150, 36};
    SEGUE(enlarge)(dst, (const uint8_t *const *)rows, down, 20, 1, width, 2, near, far, opaque, scratch);
    show("enlarge", dst, width * SEGUE_PIXEL);
  }
}

static void samples(void) {
  uint32_t shares[room];
  for (int32_t fraction = 0; fraction <= 256; fraction += 64) {
    renew(1);
    for (int i = 0; i < room; i++) u[i] = 7 + (int32_t)chance(64), shares[i] = chance(257), shares[i] |= (256 - shares[i]) << 16;
    SEGUE(blend_down)(halves, a, b, width, fraction);
    show("blend_down", halves, width * 8 * (SEGUE_BITS / 8));
    SEGUE(blend_across)(dst, halves, 2, 61, u, 7, shares);
    show("blend_across", dst + 2 * SEGUE_PIXEL, 59 * SEGUE_PIXEL);
    SEGUE(blend_along)(dst, halves, 0, width - 1, fraction);
    show("blend_along", dst, (width - 1) * SEGUE_PIXEL);
    renew(0);
    SEGUE(blend_down_alpha)(sums, a, b, width, fraction);
    show("blend_down_alpha", sums, width * 16);
    SEGUE(blend_across_alpha)(dst, sums, 2, 61, u, 7, shares);
    show("blend_across_alpha", dst + 2 * SEGUE_PIXEL, 59 * SEGUE_PIXEL);
  }
  for (int level = 0; level < 3; level++) {
    const segue_texels texels = {a, 32 * SEGUE_PIXEL, 1, 2, 28, 25, level};
    const int32_t whole = 32 << (12 + level);
    for (int i = 0; i < room; i++) u[i] = (int32_t)chance((uint32_t)whole) - whole / 8, v[i] = (int32_t)chance((uint32_t)whole) - whole / 8;
    const segue_line line = {u, v, 5000, -3000}, flat = {u, NULL, 5000, whole / 3};
    renew(0);
    SEGUE(gather_alpha)(dst, 3, width, &texels, &line);
    show("gather_alpha", dst + 3 * SEGUE_PIXEL, (width - 3) * SEGUE_PIXEL);
    renew(1);
    SEGUE(gather_opaque)(dst, 3, width, &texels, &line);
    show("gather_opaque", dst + 3 * SEGUE_PIXEL, (width - 3) * SEGUE_PIXEL);
    SEGUE(gather_opaque)(dst, 3, width, &texels, &flat);
    show("gather_opaque", dst + 3 * SEGUE_PIXEL, (width - 3) * SEGUE_PIXEL);
    for (int i = 0; i < room; i++) {
      u[i] = (4 << (12 + level)) + (int32_t)chance((uint32_t)whole / 2);
      v[i] = (4 << (12 + level)) + (int32_t)chance((uint32_t)whole / 2);
    }
    const segue_line inside = {u, v, 0, 0};
    SEGUE(gather_inside)(dst, 3, width, &texels, &inside);
    show("gather_inside", dst + 3 * SEGUE_PIXEL, (width - 3) * SEGUE_PIXEL);
    if (level == 0) {
      SEGUE(gather_anywhere)(dst, width, &texels, u, v);
      show("gather_anywhere", dst, width * SEGUE_PIXEL);
    }
  }
  for (int opaque = 0; opaque < 2; opaque++) {
    renew(opaque);
    segue_luma(dst, a, 66);
    show("luma", dst, 66);
    segue_chroma(dst, dst + 100, a, b, 66);
    show("chroma", dst, 33);
    show("chroma", dst + 100, 33);
    segue_from_yuv(dst, a, b, c, 66);
    show("from_yuv", dst, 66 * 4);
    for (int i = 0; i < room; i++) coverage[i] = (int32_t)chance(4097);
    SEGUE(cover)(a, coverage, width);
    show("cover", a, width * SEGUE_PIXEL);
  }
}

#if SEGUE_BITS == 16

/// Planes of 10 bits, with the numbers of DeepPlanes for BT.709 and random tables.
static void deepPlanes(void) {
  static uint16_t to[65536], from[65536], luma[room], cb[room], cr[room];
  for (int i = 0; i < 65536; i++) to[i] = (uint16_t)chance(65536), from[i] = (uint16_t)chance(65536);
  for (int table = 0; table < 2; table++) {
    const segue_planes planes = {
        {5960, 20048, 2024}, {-821, -6347, 7168}, {7168, -6511, -657}, {612856, 943681, -112251, -280528, 1111917},
        table ? to : NULL, table ? from : NULL};
    renew(1);
    segue_luma_10(luma, a, 66, &planes);
    show("luma_10", luma, 66 * 2);
    segue_chroma_10(cb, cr, a, b, 66, &planes);
    show("chroma_10", cb, 33 * 2);
    show("chroma_10", cr, 33 * 2);
    for (int i = 0; i < room; i++) luma[i] = (uint16_t)chance(1024), cb[i] = (uint16_t)chance(1024), cr[i] = (uint16_t)chance(1024);
    segue_from_yuv_10(dst, luma, cb, cr, 66, &planes);
    show("from_yuv_10", dst, 66 * 8);
  }
}

#endif

typedef void pointwise(uint8_t *, const uint8_t *, const uint8_t *, size_t, const segue_node *);
typedef void window(uint8_t *, const uint8_t *const *, size_t, const segue_node *);
typedef void map(int32_t *, int32_t *, int32_t *, size_t, const segue_node *);

static const struct {
  const char *name;
  pointwise *pointwise;
  window *window;
  map *map;
} kernels[] = {
    {"grayscale", SEGUE(grayscale), 0, 0}, {"nearest", SEGUE(nearest), 0, 0}, {"tone", SEGUE(tone), 0, 0},
    {"matrix", SEGUE(matrix), 0, 0}, {"luma", SEGUE(luma_lines), 0, 0}, {"rowLines", SEGUE(row_lines), 0, 0},
    {"cube", SEGUE(cube), 0, 0}, {"blend", SEGUE(blend), 0, 0}, {"blend-hsl", SEGUE(blend_hsl), 0, 0},
    {"weighted", SEGUE(weighted), 0, 0}, {"chroma-key", SEGUE(chroma_key), 0, 0},
    {"palette", SEGUE(palette), 0, 0}, {"light", SEGUE(light), 0, 0}, {"dots", SEGUE(dots), 0, 0},
    {"convolve", 0, SEGUE(convolve), 0}, {"gradient", 0, SEGUE(gradient), 0},
    {"extreme", 0, SEGUE(extreme), 0}, {"median", 0, SEGUE(median), 0},
    {"bilateral", 0, SEGUE(bilateral), 0}, {"kuwahara", 0, SEGUE(kuwahara), 0},
    {"radial", 0, 0, segue_radial}, {"spread", 0, 0, segue_spread},
    {"projective", 0, 0, segue_projective}, {"bend", 0, 0, segue_bend}, {"genie", 0, 0, segue_genie},
    {"polar", 0, 0, segue_polar},
};

/// Runs a node's sample on four rows of a frame, with and without alpha.
void SEGUE(sample)(
    const char *name, size_t n, int height, int inputs, size_t radius, int covers, const int32_t *numbers) {
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    if (strcmp(name, kernels[k].name) != 0) continue;
    for (int i = 0; i < 8; i++) {
      const int opaque = i % 2, heights[] = {0, 1, height / 2, height - 1};
      const segue_node use = {numbers, heights[i / 2], opaque};
      renew(opaque);
      if (kernels[k].pointwise) {
        kernels[k].pointwise(dst, a, inputs == 2 ? b : a, n, &use);
      } else if (kernels[k].window) {
        const uint8_t *lines[256];
        const size_t places = room / 4 - n - 2 * radius;
        for (size_t line = 0; line <= 2 * radius; line++) lines[line] = rows[line % 4] + (line / 4 * 100 % places + radius) * SEGUE_PIXEL;
        kernels[k].window(dst, lines, n, &use);
      } else {
        memset(coverage, 0, sizeof coverage);
        kernels[k].map(u, v, coverage, n, &use);
        show(name, u, n * 4);
        show(name, v, n * 4);
        if (covers) show(name, coverage, n * 4);
        continue;
      }
      show(name, dst, n * SEGUE_PIXEL);
    }
    return;
  }
  printf("%s has no kernel in this program\n", name);
  exit(1);
}

void SEGUE(basics)(void) {
  for (int round = 0; round < rounds; round++) {
    mixes();
    plainRows();
    samples();
#if SEGUE_BITS == 16
    deepPlanes();
#endif
  }
}

#if SEGUE_BITS == 8

void segue_basics_16(void);
void segue_sample_16(
    const char *name, size_t n, int height, int inputs, size_t radius, int covers, const int32_t *numbers);

int main(void) {
  segue_basics();
  segue_basics_16();
  char name[64];
  int bits, size, height, inputs, radius, covers, count;
  while (scanf("%d %63s %d %d %d %d %d %d", &bits, name, &size, &height, &inputs, &radius, &covers, &count) == 8) {
    int32_t *numbers = malloc((size_t)(count + 64) * sizeof *numbers);
    if (!numbers) return 1;
    for (int i = 0; i < count; i++) {
      int number;
      if (scanf("%d", &number) != 1) return 1;
      numbers[i] = number;
    }
    (bits == 16 ? segue_sample_16 : segue_sample)(name, (size_t)size, height, inputs, (size_t)radius, covers, numbers);
    free(numbers);
  }
  return 0;
}

#endif
