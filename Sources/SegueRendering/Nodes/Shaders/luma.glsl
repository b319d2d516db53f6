// Each channel mapped by a linear function for the pixel's brightness. Numbers: 3 weights, 3 × VALUES
// factors, 3 × VALUES offsets.

uint line(int at, uint value) { return onLine(number(at), value, number(at + 3 * VALUES)); }

uvec4 node(uvec4 a, uvec4 b) {
  if (a.a == 0u) return uvec4(0u);
  uint sum = uint(number(0)) * a.r + uint(number(1)) * a.g + uint(number(2)) * a.b;
  int at = 3 + int((sum + 32768u) >> 16);
  return uvec4(line(at, a.r), line(at + VALUES, a.g), line(at + 2 * VALUES, a.b), a.a);
}
