// The weighted sum of a pixel and its eight neighbours. Numbers: nine weights in 1.10, what is added.

uvec4 node() {
  uvec4 own = near(ivec2(0));
  if (own.a == 0u) return uvec4(0u);
  ivec3 sum = ivec3(number(9) + 512);
  for (int i = 0; i < 9; i++) {
    uvec4 neighbour = near(ivec2(i % 3 - 1, i / 3 - 1));
    sum += number(i) * ivec3(neighbour.a == 0u ? own.rgb : neighbour.rgb);
  }
  return uvec4(clamp(sum >> 10, 0, 255), own.a);
}
