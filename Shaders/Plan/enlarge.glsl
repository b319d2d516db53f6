// A wide Gaussian's average enlarged to the frame's size by the quadratic B-spline: see
// `Gaussian.enlarging`.
// Inputs: `origin`, the place of the picture's first texel.

uniform PICTURE picture;
uniform ivec2 origin;
uniform int halvings;

uint squareShare(uint distance) {
  return ((distance * distance << 7) + (1u << (2 * halvings + 1))) >> (2 * halvings + 2);
}

uvec3 shares(int position) {
  uint middle = uint(2 * (position & ((1 << halvings) - 1)) + 1);
  uint before = squareShare((2u << halvings) - middle);
  uint after = squareShare(middle);
  return uvec3(before, 256u - before - after, after);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 first = (pixel >> halvings) - 1 - origin;
  uvec3 across = shares(pixel.x);
  uvec3 down = shares(pixel.y);
  uvec4 sum = uvec4(0u);
  for (int y = 0; y < 3; y++) {
    for (int x = 0; x < 3; x++) {
      uvec4 color = texelAt(picture, first + ivec2(x, y));
#if OPAQUE == 1
      sum += color * (across[x] * down[y]);
#else
      accumulate(sum, color, across[x] * down[y]);
#endif
    }
  }
#if OPAQUE == 1
  writeColor((sum + 32768u) >> 16);
#else
  writeColor(weightedColor(sum));
#endif
}
