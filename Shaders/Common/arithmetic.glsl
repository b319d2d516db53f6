// The integer arithmetic of pictures, exactly as specified by `PixelArithmetic`. Weights have 15
// bits (0…32768), sampling fractions 8 bits (0…256), coordinates are 20.12 fixed point. Every step
// fits 32 bits.

// x·y / MOST, rounded: exact for channels.
uvec3 products(uvec3 x, uvec3 y) {
  uvec3 t = x * y + (1u << (BITS - 1));
  return (t + (t >> BITS)) >> BITS;
}

uint product(uint x, uint y) {
  uint t = x * y + (1u << (BITS - 1));
  return (t + (t >> BITS)) >> BITS;
}

// BT.709's luma in full range.
uint greyOf(uvec3 c) { return (13933u * c.r + 46871u * c.g + 4732u * c.b + 32768u) >> 16; }

// (dot(factors, values) + offset · 2^(BITS − 8)) / 2^shift, rounded, for signed factors. In 16
// bits, the sums of the upper and of the lower byte are computed apart.
int scaled(ivec3 factors, ivec3 values, int offset, int shift) {
  ivec3 high = factors * (values >> 8), low = factors * (values & 255);
  int rest = (low.x + low.y + low.z + (1 << (shift - 1))) >> (BITS - 8);
  return (high.x + high.y + high.z + offset + rest) >> (shift + 8 - BITS);
}

// A value times a factor plus an offset, clamped to a channel. Both are 16.16, or 24.8 for 16 bits.
uint onLine(int factor, uint value, int offset) {
  return uint(clamp(scaled(ivec3(factor, 0, 0), ivec3(int(value), 0, 0), offset, 16), 0, int(MOST)));
}

// A channel without its lowest bits, so that the sum of three squared differences fits 32 bits.
#define SQUARED(value) ((value) >> (BITS == 16 ? 2 : 0))

uvec4 mixOpaque(uvec4 a, uvec4 b, int weight) {
  uint w = uint(weight);
  return uvec4((a.rgb * (32768u - w) + b.rgb * w + 16384u) >> 15, MOST);
}

// The weighted average of two colours.
uvec4 blended(uvec4 a, uint wa, uvec4 b, uint wb, uint alpha) {
  uint sum = wa + wb;
  return sum == 0u ? uvec4(0u) : uvec4((a.rgb * wa + b.rgb * wb + sum / 2u) / sum, alpha);
}

uvec4 mixColors(uvec4 a, uvec4 b, int weight) {
  if (weight <= 0) return a;
  if (weight >= 32768) return b;
  uint wa = a.a * uint(32768 - weight);
  uint wb = b.a * uint(weight);
  uint alpha = (wa + wb + 16384u) >> 15;
#if BITS == 16
  // 16-bit weights: the first colour's weight is the result's alpha minus the second colour's weight.
  if (a.a == MOST && b.a == MOST) return mixOpaque(a, b, weight);
  wb = (wb + 16384u) >> 15;
  wa = alpha - wb;
#endif
  return blended(a, wa, b, wb, alpha);
}

// An opaque source over an opaque picture.
uvec4 overOpaque(uvec4 below, uvec4 source, int weight) {
  ivec3 x = ivec3(below.rgb);
  return uvec4(uvec3(x + (((ivec3(source.rgb) - x) * weight + 16384) >> 15)), MOST);
}

uvec4 overColors(uvec4 below, uvec4 source, int weight) {
  if (weight <= 0 || source.a == 0u) return below;
  if (weight >= 32768 && source.a == MOST) return source;
  if (below.a == MOST) {
    return overOpaque(below, source, int((source.a * uint(weight) + MOST / 2u) / MOST));
  }
#if BITS == 16
  uint ws = (source.a * uint(weight) + 16384u) >> 15;
  uint wb = product(below.a, MOST - ws);
  return blended(below, wb, source, ws, wb + ws);
#else
  uint share = source.a * uint((weight + 64) >> 7);
  uint ws = share * 255u;
  uint wb = below.a * (65280u - share);
  return blended(below, wb, source, ws, (wb + ws + 32640u) / 65280u);
#endif
}

// A source over a backdrop, with `mixed` where both overlap.
uvec4 composited(uvec4 b, uvec4 s, uvec3 mixed) {
#if BITS == 16
  // 16-bit weights, whose sum is the result's alpha.
  uint wm = product(b.a, s.a), wb = b.a - wm, ws = s.a - wm, n = wb + ws + wm, alpha = n;
#else
  uint wm = b.a * s.a, wb = (255u - s.a) * b.a, ws = (255u - b.a) * s.a, n = wb + ws + wm, alpha = (n + 127u) / 255u;
#endif
  return n == 0u ? uvec4(0u) : uvec4((b.rgb * wb + s.rgb * ws + mixed * wm + n / 2u) / n, alpha);
}

// A running sum of colours: premultiplied channels and weight; the weights sum to 65536. In 16 bits
// a product of colour and alpha is rounded to 16 bits first.
void accumulate(inout uvec4 sum, uvec4 color, uint weight) {
#if BITS == 16
  sum += uvec4(products(color.rgb, color.aaa), color.a) * weight;
#else
  uint w = color.a * weight;
  sum += uvec4(color.rgb * w, w);
#endif
}

// The colour of a sum made by `accumulate`. In 16 bits the sum is rounded to 16 bits before the division.
uvec4 weightedColor(uvec4 sum) {
  uint alpha = (sum.a + 32768u) >> 16;
#if BITS == 16
  sum = (sum + 32768u) >> 16;
  return sum.a == 0u ? uvec4(0u) : uvec4((sum.rgb * MOST + sum.a / 2u) / sum.a, alpha);
#else
  return sum.a == 0u ? uvec4(0u) : uvec4((sum.rgb + sum.a / 2u) / sum.a, alpha);
#endif
}

// A sample at the middle of a texel: in 16 bits it is rounded as its product with alpha. In 8 bits
// it is the texel, except that a transparent one loses its colour.
uvec4 wholeSample(uvec4 color) {
#if BITS == 16
  uvec4 sum = uvec4(0u);
  accumulate(sum, color, 65536u);
  return weightedColor(sum);
#else
  return color.a == 0u ? uvec4(0u) : color;
#endif
}

uvec4 bilinear(PICTURE picture, ivec2 low, ivec2 high, uvec2 fraction) {
  uvec2 rest = 256u - fraction;
  uvec4 sum = uvec4(0u);
  accumulate(sum, texelAt(picture, low), rest.x * rest.y);
  accumulate(sum, texelAt(picture, ivec2(high.x, low.y)), fraction.x * rest.y);
  accumulate(sum, texelAt(picture, ivec2(low.x, high.y)), rest.x * fraction.y);
  accumulate(sum, texelAt(picture, high), fraction.x * fraction.y);
  return weightedColor(sum);
}

// A bilinear sample of four opaque texels.
uvec4 bilinearOpaque(PICTURE picture, ivec2 low, ivec2 high, uvec2 fraction) {
  uvec2 rest = 256u - fraction;
  uvec3 upper = texelAt(picture, low).rgb * rest.x + texelAt(picture, ivec2(high.x, low.y)).rgb * fraction.x;
  uvec3 lower = texelAt(picture, ivec2(low.x, high.y)).rgb * rest.x + texelAt(picture, high).rgb * fraction.x;
  return uvec4((upper * rest.y + lower * fraction.y + 32768u) >> 16, MOST);
}

// The covered part of a pixel between two edges, 0…4096.
int edgeCoverage(int distance, int extent) {
  return max(0, min(distance + 2048, extent) - max(distance - 2048, 0));
}
