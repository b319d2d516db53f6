// Red, green and blue by a matrix: three rows of four numbers in 16.16.

int row(ivec3 color, int first) {
  int sum = number(first) * color.r + number(first + 1) * color.g + number(first + 2) * color.b + number(first + 3);
  return clamp((sum + 32768) >> 16, 0, 255);
}

uvec4 node(uvec4 a, uvec4 b) {
  if (a.a == 0u) return uvec4(0u);
  ivec3 color = ivec3(a.rgb);
  return uvec4(row(color, 0), row(color, 4), row(color, 8), a.a);
}
