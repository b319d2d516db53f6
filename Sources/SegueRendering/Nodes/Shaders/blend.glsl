// A source blended onto a backdrop, channel by channel, and composited. Numbers: whether the backdrop's
// alpha is kept, at 16 bits a formula and whether the result is black or white, then a table.
// Blend.swift describes them.

#if BITS == 16
uint quotient(uint x, uint y) { return (x + y / 2u) / y; }

// The value interpolated between four entries of a 257 × 257 table.
uint between(uint b, uint s) {
  int x = int(s + (s >> 15)), y = int(b + (b >> 15)), fx = x & 255, fy = y & 255;
  int top = 4 + (y >> 8) * 257 + (x >> 8), bottom = fy > 0 ? top + 257 : top, next = fx > 0 ? 1 : 0;
  int above = (number(top) * (256 - fx) + number(top + next) * fx + 128) >> 8;
  int below = (number(bottom) * (256 - fx) + number(bottom + next) * fx + 128) >> 8;
  int value = (above * (256 - fy) + below * fy + 128) >> 8;
  if (number(2) == 1) return value >= 0 ? MOST : 0u;
  return uint(clamp(value, 0, int(MOST)));
}

uint mixed(uint b, uint s) {
  switch (number(1)) {
  case 1: return product(b, s);
  case 2: return MOST - product(MOST - b, MOST - s);
  case 3: return min(b, s);
  case 4: return max(b, s);
  case 5: return max(b, s) - min(b, s);
  case 6: return b == 0u ? 0u : b >= MOST - s ? MOST : quotient(b * MOST, MOST - s);
  case 7: return b == MOST ? MOST : MOST - b >= s ? 0u : MOST - quotient((MOST - b) * MOST, s);
  case 8: return b == 0u ? 0u : b >= s ? MOST : quotient(b * MOST, s);
  default: return between(b, s);
  }
}
#else
uint mixed(uint b, uint s) { return uint(number(4 + int(b) * 256 + int(s))); }
#endif

uvec4 node(uvec4 b, uvec4 s) {
  uvec3 both = uvec3(mixed(b.r, s.r), mixed(b.g, s.g), mixed(b.b, s.b));
  if (number(0) == 1) {
    if (b.a == 0u) return uvec4(0u);
    return s.a == 0u ? b : uvec4(both, b.a);
  }
  return composited(b, s, both);
}
