// The first colour if it is near the second, else the second. Number 0: the maximum sum of the three
// squared differences.

uvec4 node(uvec4 a, uvec4 b) {
  ivec3 difference = SQUARED(ivec3(a.rgb)) - SQUARED(ivec3(b.rgb));
  ivec3 squares = difference * difference;
  return squares.r + squares.g + squares.b <= number(0) ? a : b;
}
