// The gradient magnitude of the grey, mapped through a table. Numbers: the corners' weight, the sides'
// weight, two unused, a value for each magnitude. At 16 bits differences are divided by 8.

int greyAt(ivec2 offset, uvec4 own) {
  uvec4 color = near(offset);
  if (color.a == 0u) color = own;
  return int(greyOf(color.rgb));
}

uvec4 node() {
  uvec4 own = near(ivec2(0));
  if (own.a == 0u) return uvec4(0u);
  int a = greyAt(ivec2(-1, -1), own), b = greyAt(ivec2(0, -1), own), c = greyAt(ivec2(1, -1), own);
  int d = greyAt(ivec2(-1, 0), own), f = greyAt(ivec2(1, 0), own);
  int g = greyAt(ivec2(-1, 1), own), h = greyAt(ivec2(0, 1), own), i = greyAt(ivec2(1, 1), own);
  int across = number(0) * (c + i - a - g) + number(1) * (f - d);
  int down = number(0) * (g + i - a - c) + number(1) * (h - b);
#if BITS == 16
  across >>= 3;
  down >>= 3;
#endif
  uint root = wholeRoot(uint(across * across) + uint(down * down));
  return uvec4(uvec3(number(4 + int(root))), own.a);
}
