// Red, green and blue multiplied by a matrix: three rows of three factors in 16.16 and an offset, in
// 16.16 or in 24.8.

int row(ivec3 color, int first) {
  ivec3 factors = ivec3(number(first), number(first + 1), number(first + 2));
  return clamp(scaled(factors, color, number(first + 3), 16), 0, int(MOST));
}

uvec4 node(uvec4 a, uvec4 b) {
  if (a.a == 0u) return uvec4(0u);
  ivec3 color = ivec3(a.rgb);
  return uvec4(row(color, 0), row(color, 4), row(color, 8), a.a);
}
