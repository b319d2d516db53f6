// Mixes two colours with a weight that depends on the distance from a point. Numbers: the frame's width,
// three unused, 7074 weights with the next weight in the upper half, two unused, the columns' and the
// rows' components of the distance in 1/16384.

uvec4 node(uvec4 a, uvec4 b) {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 d = ivec2(number(7080 + pixel.x), number(7080 + number(0) + pixel.y));
  int r = int(wholeRoot(uint(d.x * d.x) + uint(d.y * d.y)));
  uint pair = uint(number(4 + (r >> 3)));
  int low = int(pair & 65535u), high = int(pair >> 16);
  return mixColors(a, b, low + (((high - low) * (r & 7) + 4) >> 3));
}
