// Runs every kernel over noise and over the numbers of every sample of every node (`recipe-hashes kernels`, on standard
// input) and prints a hash for each: equal lines are equal bytes, on whatever machine.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CSegueKernels.h"

enum { width = 67, room = 4096 };

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
  printf("%s %08x%08x\n", name, (unsigned)(hash >> 32), (unsigned)hash);
}

/// `n` pixels, with every extreme among them.
static void noise(uint8_t *row, size_t n, int opaque) {
  static const uint8_t extremes[] = {0, 1, 127, 128, 254, 255};
  for (size_t i = 0; i < n * 4; i++) row[i] = chance(3) == 0 ? extremes[chance(6)] : (uint8_t)chance(256);
  for (size_t i = 0; opaque && i < n; i++) row[i * 4 + 3] = 255;
}

static uint8_t a[room], b[room], c[room], d[room], dst[room];
static uint8_t *const rows[] = {a, b, c, d};
static uint16_t weights[room], field[room];
static uint32_t sums[room];
static int16_t halves[room];
static int32_t u[room], v[room], coverage[room];
static uint64_t counted[1024];
static _Alignas(64) uint8_t scratch[room * 16];

static void renew(int opaque) {
  for (int i = 0; i < 4; i++) noise(rows[i], room / 4, opaque);
  memset(dst, 0, sizeof dst);
  memset(sums, 0, sizeof sums);
  for (int i = 0; i < room; i++) {
    weights[i] = (uint16_t)(i % 5 == 0 ? (i % 2) * 32768 : chance(32769));
    field[i] = (uint16_t)chance(65536);
  }
}

static void mixes(void) {
  static const int32_t values[] = {1, 63, 64, 127, 16383, 16384, 32704, 32767};
  for (int k = 0; k < 8; k++) {
    renew(1);
    segue_mix_opaque(dst, a, b, width, values[k]);
    show("mix_opaque", dst, width * 4);
    segue_mix_opaque_streaming(scratch, a, b, width, values[k]);
    segue_finish_streaming();
    show("mix_opaque_streaming", scratch, width * 4);
    renew(0);
    segue_mix_alpha(dst, a, b, width, values[k]);
    show("mix_alpha", dst, width * 4);
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
  }
  for (int opaque = 0; opaque < 2; opaque++) {
    renew(opaque);
    (opaque ? segue_mix_opaque_weights : segue_mix_alpha_weights)(dst, a, b, width, weights);
    show("mix_weights", dst, width * 4);
    (opaque ? segue_over_opaque : segue_over_alpha)(a, b, width, weights);
    show("over", a, width * 4);
  }
}

static void plainRows(void) {
  renew(0);
  segue_fill(dst, width, 0x80402010);
  show("fill", dst, width * 4);
  segue_copy_visible(dst, a, width);
  show("copy_visible", dst, width * 4);
  segue_copy_streaming(scratch, a, 1024);
  segue_finish_streaming();
  show("copy_streaming", scratch, 1024);
  static const int32_t starts[] = {0, 1, 9, 20, 21, 60, 67};
  segue_expand_runs(dst, a, starts, 6);
  show("expand_runs", dst, width * 4);
  segue_count(counted, a, width);
  show("count", counted, sizeof counted);
  for (int opaque = 0; opaque < 2; opaque++) {
    renew(opaque);
    (opaque ? segue_halve_opaque : segue_halve_alpha)(dst, a, b, width);
    show("halve", dst, (width + 1) / 2 * 4);
    static const uint32_t shares[] = {30000, 20000, 10000, 5536};
    for (int i = 0; i < 4; i++) (opaque ? segue_add_opaque : segue_add_alpha)(sums, rows[i], width, shares[i]);
    show("add", sums, width * 16);
    (opaque ? segue_round_opaque : segue_divide_alpha)(dst, sums, width);
    show("divide", dst, width * 4);
    if (opaque) {
      segue_average_rows(dst, (const uint8_t *const *)rows, shares, 4, width);
      show("average_rows", dst, width * 4);
    }
    segue_reduce(dst, (const uint8_t *const *)rows, width, -3, 36, opaque, scratch);
    show("reduce", dst, 36 * 4);
    segue_repeat_ends(dst, a, 40, 9);
    show("repeat_ends", dst, 58 * 4);
    uint32_t near[16], far[16];
    for (uint32_t i = 0; i < 16; i++) near[i] = (100 - i / 4 * 20) | (128 << 16), far[i] = 28 + i / 4 * 20;
    static const uint32_t down[] = {70, 150, 36};
    segue_enlarge(dst, (const uint8_t *const *)rows, down, 20, 1, width, 2, near, far, opaque, scratch);
    show("enlarge", dst, width * 4);
  }
}

static void samples(void) {
  uint32_t shares[room];
  for (int32_t fraction = 0; fraction <= 256; fraction += 64) {
    renew(1);
    for (int i = 0; i < room; i++) u[i] = 7 + (int32_t)chance(64), shares[i] = chance(257), shares[i] |= (256 - shares[i]) << 16;
    segue_blend_down(halves, a, b, width, fraction);
    show("blend_down", halves, width * 8);
    segue_blend_across(dst, halves, 2, 61, u, 7, shares);
    show("blend_across", dst + 8, 59 * 4);
    segue_blend_along(dst, halves, 0, width - 1, fraction);
    show("blend_along", dst, (width - 1) * 4);
    renew(0);
    segue_blend_down_alpha(sums, a, b, width, fraction);
    show("blend_down_alpha", sums, width * 16);
    segue_blend_across_alpha(dst, sums, 2, 61, u, 7, shares);
    show("blend_across_alpha", dst + 8, 59 * 4);
  }
  for (int level = 0; level < 3; level++) {
    const segue_texels texels = {a, 32 * 4, 1, 2, 28, 25, level};
    const int32_t whole = 32 << (12 + level);
    for (int i = 0; i < room; i++) u[i] = (int32_t)chance((uint32_t)whole) - whole / 8, v[i] = (int32_t)chance((uint32_t)whole) - whole / 8;
    const segue_line line = {u, v, 5000, -3000}, flat = {u, NULL, 5000, whole / 3};
    renew(0);
    segue_gather_alpha(dst, 3, width, &texels, &line);
    show("gather_alpha", dst + 12, (width - 3) * 4);
    renew(1);
    segue_gather_opaque(dst, 3, width, &texels, &line);
    show("gather_opaque", dst + 12, (width - 3) * 4);
    segue_gather_opaque(dst, 3, width, &texels, &flat);
    show("gather_opaque", dst + 12, (width - 3) * 4);
    for (int i = 0; i < room; i++) {
      u[i] = (4 << (12 + level)) + (int32_t)chance((uint32_t)whole / 2);
      v[i] = (4 << (12 + level)) + (int32_t)chance((uint32_t)whole / 2);
    }
    const segue_line inside = {u, v, 0, 0};
    segue_gather_inside(dst, 3, width, &texels, &inside);
    show("gather_inside", dst + 12, (width - 3) * 4);
    if (level == 0) {
      segue_gather_anywhere(dst, width, &texels, u, v);
      show("gather_anywhere", dst, width * 4);
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
    segue_cover(a, coverage, width);
    show("cover", a, width * 4);
  }
}

typedef void pointwise(uint8_t *, const uint8_t *, const uint8_t *, size_t, const segue_node *);
typedef void window(uint8_t *, const uint8_t *const *, size_t, const segue_node *);
typedef void map(int32_t *, int32_t *, int32_t *, size_t, const segue_node *);

static const struct {
  const char *name;
  pointwise *pointwise;
  window *window;
  map *map;
} kernels[] = {
    {"grayscale", segue_grayscale, 0, 0}, {"nearest", segue_nearest, 0, 0}, {"tone", segue_tone, 0, 0},
    {"matrix", segue_matrix, 0, 0}, {"luma", segue_luma_lines, 0, 0}, {"rowLines", segue_row_lines, 0, 0},
    {"cube", segue_cube, 0, 0}, {"blend", segue_blend, 0, 0}, {"blend-hsl", segue_blend_hsl, 0, 0},
    {"weighted", segue_weighted, 0, 0}, {"chroma-key", segue_chroma_key, 0, 0},
    {"palette", segue_palette, 0, 0}, {"light", segue_light, 0, 0}, {"dots", segue_dots, 0, 0},
    {"convolve", 0, segue_convolve, 0}, {"gradient", 0, segue_gradient, 0},
    {"extreme", 0, segue_extreme, 0}, {"median", 0, segue_median, 0},
    {"bilateral", 0, segue_bilateral, 0}, {"kuwahara", 0, segue_kuwahara, 0},
    {"radial", 0, 0, segue_radial}, {"spread", 0, 0, segue_spread},
    {"projective", 0, 0, segue_projective}, {"bend", 0, 0, segue_bend}, {"polar", 0, 0, segue_polar},
};

/// One sample of a node, in four rows of a frame, with opaque inputs and others.
static void node(const char *name, size_t n, int height, int inputs, size_t radius, int covers, const int32_t *numbers) {
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    if (strcmp(name, kernels[k].name) != 0) continue;
    for (int i = 0; i < 8; i++) {
      const int opaque = i % 2, places[] = {0, 1, height / 2, height - 1};
      const segue_node use = {numbers, places[i / 2], opaque};
      renew(opaque);
      if (kernels[k].pointwise) {
        kernels[k].pointwise(dst, a, inputs == 2 ? b : a, n, &use);
      } else if (kernels[k].window) {
        const uint8_t *lines[64];
        for (size_t line = 0; line <= 2 * radius; line++) lines[line] = rows[line % 4] + (line / 4 * 100 + radius) * 4;
        kernels[k].window(dst, lines, n, &use);
      } else {
        memset(coverage, 0, sizeof coverage);
        kernels[k].map(u, v, coverage, n, &use);
        show(name, u, n * 4);
        show(name, v, n * 4);
        if (covers) show(name, coverage, n * 4);
        continue;
      }
      show(name, dst, n * 4);
    }
    return;
  }
  printf("%s has no kernel here\n", name);
  exit(1);
}

int main(void) {
  mixes();
  plainRows();
  samples();
  char name[64];
  int size, height, inputs, radius, covers, count;
  while (scanf("%63s %d %d %d %d %d %d", name, &size, &height, &inputs, &radius, &covers, &count) == 7) {
    int32_t *numbers = malloc((size_t)(count + 64) * sizeof *numbers);
    if (!numbers) return 1;
    for (int i = 0; i < count; i++) {
      int number;
      if (scanf("%d", &number) != 1) return 1;
      numbers[i] = number;
    }
    node(name, (size_t)size, height, inputs, (size_t)radius, covers, numbers);
    free(numbers);
  }
  return 0;
}
