// The nearest of a few colours. Numbers: the number of colours, three unused, red, green and blue of
// each colour.

uvec4 node(uvec4 a, uvec4 b) {
  if (a.a == 0u) return uvec4(0u);
  ivec3 own = SQUARED(ivec3(a.rgb)), best = ivec3(0);
  int least = 0x7fffffff;
  for (int i = 0; i < number(0); i++) {
    ivec3 color = ivec3(number(4 + i * 3), number(5 + i * 3), number(6 + i * 3));
    ivec3 difference = SQUARED(color) - own;
    difference *= difference;
    int square = difference.r + difference.g + difference.b;
    if (square < least) {
      least = square;
      best = color;
    }
  }
  return uvec4(best, a.a);
}
