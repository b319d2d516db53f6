// A source blended onto a backdrop, channel by channel, and composited. Numbers: whether the backdrop's alpha is kept,
// three that do not matter here, 256 × 256 bytes.

uint mixed(uint b, uint s) { return uint(number(4 + int(b) * 256 + int(s))); }

uvec4 node(uvec4 b, uvec4 s) {
  uvec3 both = uvec3(mixed(b.r, s.r), mixed(b.g, s.g), mixed(b.b, s.b));
  if (number(0) == 1) {
    if (b.a == 0u) return uvec4(0u);
    return s.a == 0u ? b : uvec4(both, b.a);
  }
  uint wb = (255u - s.a) * b.a;
  uint ws = (255u - b.a) * s.a;
  uint wm = s.a * b.a;
  uint n = wb + ws + wm;
  if (n == 0u) return uvec4(0u);
  return uvec4((b.rgb * wb + s.rgb * ws + both * wm + n / 2u) / n, (n + 127u) / 255u);
}
