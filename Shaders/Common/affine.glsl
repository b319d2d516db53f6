// A bilinear sample at fixed-point texel coordinates, on one level of a picture's pyramid.
// Inputs: 20.12 coordinates at level 0; the domain at level 0 as (x0, y0, x1, y1), half open.

uvec4 sampleAt(PICTURE picture, ivec2 coordinate, ivec4 domain, int level, bool isOpaque) {
  ivec2 c = ((coordinate + 2048) >> level) - 2048;
  ivec2 first = domain.xy >> level;
  ivec2 last = (domain.zw - 1) >> level;
  ivec2 texel = c >> 12;
  ivec2 low = clamp(texel, first, last);
  ivec2 high = clamp(texel + 1, first, last);
  uvec2 fraction = uvec2(((c & 4095) + 8) >> 4);
  if (isOpaque) return bilinearOpaque(picture, low, high, fraction);
  return bilinear(picture, low, high, fraction);
}
