// The weighted sum of a pixel and its eight neighbours; at 16 bits the upper and the lower bytes are
// summed separately. Numbers: nine weights in 1.10, an offset.

uvec4 node() {
  uvec4 own = near(ivec2(0));
  if (own.a == 0u) return uvec4(0u);
  ivec3 high = ivec3(number(9)), low = ivec3(512);
  for (int i = 0; i < 9; i++) {
    uvec4 neighbour = near(ivec2(i % 3 - 1, i / 3 - 1));
    ivec3 color = ivec3(neighbour.a == 0u ? own.rgb : neighbour.rgb);
    high += number(i) * (color >> 8);
    low += number(i) * (color & 255);
  }
  ivec3 sum = (high + (low >> (BITS - 8))) >> (18 - BITS);
  return uvec4(clamp(sum, 0, int(MOST)), own.a);
}
