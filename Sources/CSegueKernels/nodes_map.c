#include "CSegueKernels.h"
#include "vectors.h"

// Map nodes: the sampled position of each pixel of a row, in 20.12 from the centre of the first
// texel, and its coverage.

#if SEGUE_BITS == 8

/// A factor in 2.14 times a distance in 20.12.
SEGUE_INLINE int32_t times(int32_t factor, int32_t way) {
  return ((factor * (way >> 12)) >> 2) + ((factor * (way & 4095)) >> 14);
}

SEGUE_INLINE int32_t limited(int32_t value, int32_t low, int32_t high) {
  return value < low ? low : value > high ? high : value;
}

SEGUE_INLINE void radial(int32_t *u, int32_t *v, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers, *pairs = numbers + 8, *columns = numbers + 2060;
  const int32_t mx = numbers[0], my = numbers[1], dy = columns[numbers[2] + node->y];
  const int32_t tx = numbers[4], ty = numbers[5], sx = numbers[6], sy = numbers[7];
  const int32_t py = node->y * 4096 - my, most = 1 << 26;
  // Factors of 1 need no multiplication.
  const int is_scaled = sx != 16384 || sy != 16384;
  SEGUE_VECTORIZE
  for (size_t x = 0; x < n; x++) {
    int32_t r = segue_distance(columns[x], dy);
    r = r < 32768 ? r : 32768;
    const int32_t entry = r >> 5 < 1023 ? r >> 5 : 1023, share = r - entry * 32;
    const int32_t a0 = pairs[entry * 2], b0 = pairs[entry * 2 + 1];
    const int32_t a = a0 + (((pairs[entry * 2 + 2] - a0) * share + 16) >> 5);
    const int32_t b = b0 + (((pairs[entry * 2 + 3] - b0) * share + 16) >> 5);
    const int32_t px = (int32_t)x * 4096 - mx;
    const int32_t across = limited(times(a, px) - times(b, py), -most, most);
    const int32_t down = limited(times(b, px) + times(a, py), -most, most);
    u[x] = tx + (is_scaled ? times(sx, across) : across);
    v[x] = ty + (is_scaled ? times(sy, down) : down);
  }
}

#if defined(__x86_64__)
SEGUE_AVX2_GATHERS
static void radial_avx2(int32_t *u, int32_t *v, size_t n, const segue_node *node) { radial(u, v, n, node); }
#endif

void segue_radial(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node) {
#if defined(__x86_64__)
  if (segue_has_avx2()) return radial_avx2(u, v, n, node);
#endif
  radial(u, v, n, node);
}

void segue_spread(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node) {
  const int32_t *columns = node->numbers + 4, row = columns[node->numbers[0] + node->y];
  memcpy(u, columns, n * sizeof *u);
  for (size_t x = 0; x < n; x++) v[x] = row;
}

/// A numerator over a denominator in 20.12, truncated to 8 fractional bits; 0 unless both are
/// positive.
SEGUE_INLINE int32_t quotient(int32_t numerator, int32_t denominator) {
  const double below = denominator > 0 ? denominator : 1, above = numerator > 0 && denominator > 0 ? numerator : 0;
  // Both are integers below 2^40: the quotient of doubles is an integer, or further from one than
  // its error.
  const double steps = above * 256 / below;
  return (int32_t)(steps < 8388608.0 ? steps : 8388608.0) << 4;
}

SEGUE_CLONES
void segue_projective(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node) {
  const int32_t *tables = node->numbers + 4;
  const ptrdiff_t stride = node->numbers[0] + node->numbers[1];
  const int32_t *rows = tables + node->numbers[0] + node->y;
  const int32_t *cu = tables, *cv = cu + stride, *cd = cv + stride, *c0 = cd + stride, *c1 = c0 + stride;
  const int32_t *c2 = c1 + stride, *c3 = c2 + stride;
  const int32_t ru = rows[0], rv = rows[stride], rd = rows[2 * stride], r0 = rows[3 * stride];
  const int32_t r1 = rows[4 * stride], r2 = rows[5 * stride], r3 = rows[6 * stride];
  SEGUE_VECTORIZE
  for (size_t x = 0; x < n; x++) {
    const int32_t d = cd[x] + rd;
    u[x] = quotient(cu[x] + ru, d);
    v[x] = quotient(cv[x] + rv, d);
    int32_t covered = limited(c0[x] + r0 + 2048, 0, 4096);
    covered = (covered * limited(c1[x] + r1 + 2048, 0, 4096)) >> 12;
    covered = (covered * limited(c2[x] + r2 + 2048, 0, 4096)) >> 12;
    covered = (covered * limited(c3[x] + r3 + 2048, 0, 4096)) >> 12;
    coverage[x] = d > 0 ? covered : 0;
  }
}

SEGUE_CLONES
void segue_bend(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers;
  const int32_t width = numbers[0], height = numbers[1], ex = numbers[2], ey = numbers[3], last = numbers[4] - 2;
  const int32_t *columns = numbers + 8, *pairs = columns + width + height;
  const int32_t row = columns[width + node->y], down = node->y * 4096;
  const int32_t right = width * 4096, bottom = height * 4096;
  SEGUE_VECTORIZE
  for (size_t x = 0; x < n; x++) {
    const int32_t s = limited(columns[x] + row, 0, (last + 1) * 4096);
    const int32_t entry = s >> 12 < last ? s >> 12 : last, share = (s - entry * 4096) >> 4;
    const int32_t w0 = pairs[entry * 2], c0 = pairs[entry * 2 + 1];
    const int32_t way = w0 + ((((pairs[entry * 2 + 2] - w0) >> 5) * share) >> 3);
    const int32_t seen = c0 + (((pairs[entry * 2 + 3] - c0) * share) >> 8);
    const int32_t at = (int32_t)x * 4096 + times(ex, way), to = down + times(ey, way);
    const int32_t across = (limited(at + 4096, 0, 4096) * limited(right - at, 0, 4096)) >> 12;
    const int32_t along = (limited(to + 4096, 0, 4096) * limited(bottom - to, 0, 4096)) >> 12;
    u[x] = at;
    v[x] = to;
    coverage[x] = (((across * along) >> 12) * seen) >> 12;
  }
}

SEGUE_CLONES
void segue_genie(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node) {
  const int32_t *row = node->numbers + 4 + 5 * node->y;
  const int32_t left = row[0], right = row[1], factor = row[2], down = row[3], seen = row[4];
  const int32_t start = node->numbers[0], first = node->numbers[1], last = node->numbers[2];
  SEGUE_VECTORIZE
  for (size_t x = 0; x < n; x++) {
    const int32_t place = (int32_t)x * 4096, way = limited(place + 2048 - left, 0, right - left);
    const int32_t inside = (limited(place + 4096 - left, 0, 4096) * limited(right - place, 0, 4096)) >> 12;
    const int32_t across = (((way >> 12) * factor) >> 2) + (((way & 4095) * (factor >> 2)) >> 12);
    u[x] = limited(start + across, first, last);
    v[x] = down;
    coverage[x] = (inside * seen) >> 12;
  }
}

SEGUE_CLONES
void segue_polar(int32_t *u, int32_t *v, int32_t *coverage, size_t n, const segue_node *node) {
  const int32_t *numbers = node->numbers;
  const int32_t width = numbers[0], height = numbers[1], mx = numbers[2], my = numbers[3];
  const uint32_t ring = (uint32_t)numbers[4], sector = (uint32_t)numbers[5], turned = (uint32_t)numbers[6];
  const int32_t rings = numbers[7], sectors = numbers[8];
  const int32_t *arcs = numbers + 12, *columns = arcs + 1026, *reaches = columns + width + height;
  const int32_t *ways = reaches + rings * 2;
  const int32_t dy = columns[width + node->y], ay = dy < 0 ? -dy : dy;
  for (size_t x = 0; x < n; x++) {
    const int32_t dx = columns[x], ax = dx < 0 ? -dx : dx;
    const uint32_t r = (uint32_t)__builtin_sqrt((double)dx * dx + (double)dy * dy);
    const uint32_t least = (uint32_t)(ax < ay ? ax : ay), most = (uint32_t)(ax < ay ? ay : ax);
    const uint32_t t = most > 0 ? (least << 15) / most : 0;
    const int32_t low = arcs[t >> 5], high = arcs[(t >> 5) + 1];
    int32_t angle = low + (((high - low) * (int32_t)(t & 31) + 16) >> 5);
    if (ay > ax) angle = 262144 - angle;
    if (dx < 0) angle = 524288 - angle;
    if (dy < 0) angle = -angle;
    const int32_t circle = (int32_t)((r << 10) / ring), spoke = (int32_t)((uint32_t)(angle + (int32_t)turned) / sector);
    const int32_t *reach = reaches + (circle < rings ? circle : rings - 1) * 2;
    const int32_t *way = ways + (spoke < sectors ? spoke : sectors - 1) * 2;
    u[x] = mx + times(way[0], reach[0]);
    v[x] = my + times(way[1], reach[1]);
  }
}

#endif

SEGUE_CLONES
void SEGUE(cover)(uint8_t *dst, const int32_t *coverage, size_t n) {
  SEGUE_VECTORIZE
  for (size_t x = 0; x < n; x++) {
    const segue_pixel p = segue_load(dst + x * SEGUE_PIXEL);
    const uint32_t alpha = (segue_alpha(p) * (uint32_t)coverage[x] + 2048) >> 12;
    const segue_pixel covered = alpha == 0 ? 0 : (p & ~SEGUE_ALPHA) | (segue_pixel)alpha << 3 * SEGUE_BITS;
    segue_store(dst + x * SEGUE_PIXEL, coverage[x] == 4096 ? p : covered);
  }
}
