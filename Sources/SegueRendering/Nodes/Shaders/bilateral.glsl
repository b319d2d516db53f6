// Nine samples along a line, weighted by distance and by the similarity of their colours. Numbers: the
// step, 1 for a column, two unused, weights for each of five distances. At 16 bits only the upper 10
// bits count for the similarity.

#if BITS == 16
#define LESS 6
#define DISTANCES 1772
#else
#define LESS 0
#define DISTANCES 442
#endif

uvec4 node() {
  uvec4 own = near(ivec2(0));
  if (own.a == 0u) return uvec4(0u);
  ivec2 direction = (number(1) == 1 ? ivec2(0, 1) : ivec2(1, 0)) * number(0);
  uvec3 sum = uvec3(0u);
  uint total = 0u;
  for (int i = -4; i <= 4; i++) {
    uvec4 color = near(direction * i);
    if (color.a == 0u) color = own;
    ivec3 difference = (ivec3(color.rgb) >> LESS) - (ivec3(own.rgb) >> LESS);
    difference *= difference;
    int distance = int(wholeRoot(uint(difference.r + difference.g + difference.b)));
    uint weight = uint(number(4 + abs(i) * DISTANCES + distance));
    sum += color.rgb * weight;
    total += weight;
  }
  return uvec4((sum + total / 2u) / total, own.a);
}
