// A colour looked up in a 3D table by tetrahedral interpolation. Numbers: the side and three unused, 3 ×
// VALUES grid offsets, 3 × VALUES positions in a cell (0…4096), then a texel for each grid point: 8.8
// fixed point, or whole numbers at 16 bits. Results are clamped.

ivec3 point(int index) {
  int texel = index + 1 + 6 * VALUES / 4;
  return texelFetch(numbers, ivec2(texel % numbersPerRow, numbersFirst + texel / numbersPerRow), 0).rgb;
}

uvec4 node(uvec4 a, uvec4 b) {
  if (a.a == 0u) return uvec4(0u);
  ivec3 at = ivec3(a.rgb) + ivec3(4, 4 + VALUES, 4 + 2 * VALUES);
  int first = number(at.r) + number(at.g) + number(at.b);
  ivec3 share = ivec3(number(at.r + 3 * VALUES), number(at.g + 3 * VALUES), number(at.b + 3 * VALUES));
  int side = number(0);
  ivec3 stride = ivec3(1, side, side * side);
  int high = share.r >= share.g ? (share.r >= share.b ? 0 : 2) : (share.g >= share.b ? 1 : 2);
  int low = share.b <= share.r ? (share.b <= share.g ? 2 : 1) : (share.r <= share.g ? 0 : 1);
  int middle = 3 - high - low;
  ivec3 sum = point(first) * (4096 - share[high]);
  first += stride[high];
  sum += point(first) * (share[high] - share[middle]);
  first += stride[middle];
  sum += point(first) * (share[middle] - share[low]);
  sum += point(first + stride[low]) * share[low];
  ivec3 color = clamp((sum + (1 << (27 - BITS))) >> (28 - BITS), ivec3(0), ivec3((1 << BITS) - 1));
  return uvec4(uvec3(color), a.a);
}
