// Source 0 mixed with source 1. Without MATTE all pixels have one weight. With MATTE the weight is computed
// from a matte's field (R16UI, frame-sized) and thresholds (threshold, span, reciprocal). SMOOTH_EDGE maps
// it by 3t² − 2t³.

#if MATTE
uniform usampler2D field;
uniform ivec2 edge;
uniform uint reciprocal;

int weightHere() {
  int distance = edge.x - int(textureLod(field, place, 0.0).r);
  if (distance <= 0) return 0;
  if (distance >= edge.y) return 32768;
  uint part = (uint(distance) * reciprocal) >> 16;
#if SMOOTH_EDGE
  part = (((part * part) >> 15) * (98304u - 2u * part)) >> 15;
#endif
  return int(part);
}
#else
uniform int weight;

int weightHere() { return weight; }
#endif

// TEXELS: both sources are opaque pictures at the pixel's place. In 8 bits at most 255 · 32768 +
// 16384 < 2²⁴: floats are exact.
void main() {
#if TEXELS && BITS == 8
  float w = float(weightHere());
  vec3 a = wholeUnder(picture_0, place);
  vec3 b = wholeUnder(picture_1, place);
  writeWhole(floor((a * (32768.0 - w) + b * w + 16384.0) * (1.0 / 32768.0)));
#elif OPAQUE_0 && OPAQUE_1
  writeColor(mixOpaque(source_0(), source_1(), weightHere()));
#else
  writeColor(mixColors(source_0(), source_1(), weightHere()));
#endif
}
