// Each channel by the line that the pixel's brightness chooses: 3 weights, 768 factors, 768 offsets.

uint line(int at, uint value) {
  return uint(clamp((number(at) * int(value) + number(at + 768) + 32768) >> 16, 0, 255));
}

uvec4 node(uvec4 a, uvec4 b) {
  if (a.a == 0u) return uvec4(0u);
  int sum = number(0) * int(a.r) + number(1) * int(a.g) + number(2) * int(a.b);
  int at = 3 + ((sum + 32768) >> 16);
  return uvec4(line(at, a.r), line(at + 256, a.g), line(at + 512, a.b), a.a);
}
