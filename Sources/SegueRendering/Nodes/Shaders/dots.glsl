// Dots in cells, or strokes. Numbers: the kind, the frame's width, a pixel (or a stroke's width),
// an edge's slope, VALUES radii (or numbers of strokes), the positions of columns and rows in their
// cells.

uvec4 node(uvec4 a, uvec4 b) {
  if (a.a == 0u) return uvec4(0u);
  ivec2 at = ivec2(gl_FragCoord.xy);
  int across = number(4 + VALUES + at.x), down = number(4 + VALUES + number(1) + at.y);
  int radius = number(4 + int(greyOf(a.rgb))), pixel = number(2);
  if (number(0) == 2) {
    ivec4 ways = ivec4(across + down, across - down, across + down + 32768, across - down + 32768) & 65535;
    bool stroke = (radius > 0 && ways.x <= pixel) || (radius > 1 && ways.y <= pixel)
        || (radius > 2 && ways.z <= pixel) || (radius > 3 && ways.w <= pixel);
    return uvec4(uvec3(stroke ? 0u : MOST), a.a);
  }
  int distance = int(wholeRoot(uint(across * across) + uint(down * down)));
  int inside = clamp(radius - distance, -pixel, pixel);
  uint weight = uint(clamp(16384 + ((inside * number(3)) >> 8), 0, 32768));
  uvec3 ink = number(0) == 0 ? a.rgb : uvec3(0u);
  uint ground = number(0) == 0 ? 0u : MOST;
  return uvec4((ink * weight + ground * (32768u - weight) + 16384u) >> 15, a.a);
}
