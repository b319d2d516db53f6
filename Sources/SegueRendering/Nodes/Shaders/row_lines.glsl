// Each channel mapped by the linear function of its row. Numbers: a factor and an offset for each row.

uint line(uint value) {
  int row = 2 * int(gl_FragCoord.y);
  return onLine(number(row), value, number(row + 1));
}

uvec4 node(uvec4 a, uvec4 b) {
  if (a.a == 0u) return uvec4(0u);
  return uvec4(line(a.r), line(a.g), line(a.b), a.a);
}
