// The next level of a wide Gaussian: weights 1, 3, 3, 1 along both axes, with the picture's edge
// repeated.
// Inputs: `origin`, the first sampled position of the first texel.

uniform PICTURE picture;
uniform ivec2 last;
uniform ivec2 origin;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * 2 + origin;
  uvec4 sum = uvec4(0u);
  for (int y = 0; y < 4; y++) {
    uint down = y == 1 || y == 2 ? 3072u : 1024u;
    for (int x = 0; x < 4; x++) {
      uint share = x == 1 || x == 2 ? 3u * down : down;
      accumulate(sum, texelAt(picture, clamp(first + ivec2(x, y), ivec2(0), last)), share);
    }
  }
  writeColor(weightedColor(sum));
}
