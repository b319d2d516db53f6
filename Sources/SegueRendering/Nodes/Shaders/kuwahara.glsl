// The mean of the square with the least variance, of four squares. Number 0: the reach of the squares.

uvec4 node() {
  uvec4 own = near(ivec2(0));
  if (own.a == 0u) return uvec4(0u);
  int reach = number(0);
  uint count = uint((reach + 1) * (reach + 1));
  uvec3 best = uvec3(0u);
  uint least = 0xffffffffu;
  for (int k = 0; k < 4; k++) {
    ivec2 corner = ivec2(k % 2 == 0 ? -reach : 0, k < 2 ? -reach : 0);
    uvec3 sum = uvec3(0u);
    uvec3 seen = uvec3(0u);
    uint squares = 0u;
    for (int y = 0; y <= reach; y++) {
      for (int x = 0; x <= reach; x++) {
        uvec4 color = near(corner + ivec2(x, y));
        uvec3 c = color.a == 0u ? own.rgb : color.rgb;
        sum += c;
        c >>= BITS - 8;
        seen += c;
        squares += c.r * c.r + c.g * c.g + c.b * c.b;
      }
    }
    uint unrest = count * squares - (seen.r * seen.r + seen.g * seen.g + seen.b * seen.b);
    if (unrest < least) {
      least = unrest;
      best = sum;
    }
  }
  return uvec4((best + count / 2u) / count, own.a);
}
