// The minimum or the maximum of each channel along a line. Numbers: the distance, 1 for the
// maximum, 1 for a column.

uvec4 node() {
  uvec4 own = near(ivec2(0));
  if (own.a == 0u) return uvec4(0u);
  ivec2 direction = number(2) == 1 ? ivec2(0, 1) : ivec2(1, 0);
  bool largest = number(1) == 1;
  uvec3 found = own.rgb;
  int reach = number(0);
  for (int i = -reach; i <= reach; i++) {
    uvec4 color = near(direction * i);
    if (color.a == 0u) continue;
    found = largest ? max(found, color.rgb) : min(found, color.rgb);
  }
  return uvec4(found, own.a);
}
