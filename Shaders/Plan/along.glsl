// The average of texels along a row or a column, by the weights in a Gaussian's numbers, with
// repeated ends.

uniform PICTURE picture;
uniform ivec2 last;
uniform ivec2 direction;
uniform int reach;

void main() {
  ivec2 middle = ivec2(gl_FragCoord.xy);
  uvec4 sum = uvec4(0u);
  for (int i = -reach; i <= reach; i++) {
    uvec4 color = texelAt(picture, clamp(middle + direction * i, ivec2(0), last));
    accumulate(sum, color, uint(number(4 + abs(i))));
  }
  writeColor(weightedColor(sum));
}
