// The integer arithmetic of pictures: what `PixelArithmetic` specifies, to the bit. Weights have 15 bits
// (0…32768), sampling fractions 8 bits (0…256), coordinates are 20.12 fixed point.

uvec4 mixOpaque(uvec4 a, uvec4 b, int weight) {
  uint w = uint(weight);
  return uvec4((a.rgb * (32768u - w) + b.rgb * w + 16384u) >> 15, 255u);
}

uvec4 mixColors(uvec4 a, uvec4 b, int weight) {
  if (weight <= 0) return a;
  if (weight >= 32768) return b;
  uint wa = a.a * uint(32768 - weight);
  uint wb = b.a * uint(weight);
  uint sum = wa + wb;
  if (sum == 0u) return uvec4(0u);
  return uvec4((a.rgb * wa + b.rgb * wb + sum / 2u) / sum, (sum + 16384u) >> 15);
}

// An opaque source over an opaque picture.
uvec4 overOpaque(uvec4 below, uvec4 source, int weight) {
  ivec3 x = ivec3(below.rgb);
  return uvec4(uvec3(x + (((ivec3(source.rgb) - x) * weight + 16384) >> 15)), 255u);
}

uvec4 overColors(uvec4 below, uvec4 source, int weight) {
  if (weight <= 0 || source.a == 0u) return below;
  if (weight >= 32768 && source.a == 255u) return source;
  if (below.a == 255u) {
    return overOpaque(below, source, source.a == 255u ? weight : (int(source.a) * weight + 127) / 255);
  }
  uint share = source.a * uint((weight + 64) >> 7);
  uint ws = share * 255u;
  uint wb = below.a * (65280u - share);
  uint sum = ws + wb;
  if (sum == 0u) return uvec4(0u);
  return uvec4((below.rgb * wb + source.rgb * ws + sum / 2u) / sum, (sum + 32640u) / 65280u);
}

// A running sum of colours: premultiplied channels and weight; the weights sum to 65536.
void accumulate(inout uvec4 sum, uvec4 color, uint weight) {
  uint w = color.a * weight;
  sum += uvec4(color.rgb * w, w);
}

uvec4 weightedColor(uvec4 sum) {
  if (sum.a == 0u) return uvec4(0u);
  return uvec4((sum.rgb + sum.a / 2u) / sum.a, (sum.a + 32768u) >> 16);
}

uvec4 bilinear(sampler2D picture, ivec2 low, ivec2 high, uvec2 fraction) {
  uvec2 rest = 256u - fraction;
  uvec4 sum = uvec4(0u);
  accumulate(sum, texelAt(picture, low), rest.x * rest.y);
  accumulate(sum, texelAt(picture, ivec2(high.x, low.y)), fraction.x * rest.y);
  accumulate(sum, texelAt(picture, ivec2(low.x, high.y)), rest.x * fraction.y);
  accumulate(sum, texelAt(picture, high), fraction.x * fraction.y);
  return weightedColor(sum);
}

// The same where all four texels are opaque.
uvec4 bilinearOpaque(sampler2D picture, ivec2 low, ivec2 high, uvec2 fraction) {
  uvec2 rest = 256u - fraction;
  uvec3 upper = texelAt(picture, low).rgb * rest.x + texelAt(picture, ivec2(high.x, low.y)).rgb * fraction.x;
  uvec3 lower = texelAt(picture, ivec2(low.x, high.y)).rgb * rest.x + texelAt(picture, high).rgb * fraction.x;
  return uvec4((upper * rest.y + lower * fraction.y + 32768u) >> 16, 255u);
}

// Share (0…4096) of a pixel between two edges.
int edgeCoverage(int distance, int extent) {
  return max(0, min(distance + 2048, extent) - max(distance - 2048, 0));
}
