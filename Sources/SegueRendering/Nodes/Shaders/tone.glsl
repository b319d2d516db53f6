// Each channel mapped through its own table: 4 × VALUES numbers, red, green, blue, alpha.

uvec4 node(uvec4 a, uvec4 b) {
  ivec4 color = ivec4(a);
  int alpha = number(3 * VALUES + color.a);
  if (alpha == 0) return uvec4(0u);
  return uvec4(number(color.r), number(VALUES + color.g), number(2 * VALUES + color.b), alpha);
}
