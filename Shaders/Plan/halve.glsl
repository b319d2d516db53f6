// The next coarser level of a picture: averages of two by two texels. At an odd edge the last texel
// counts twice.

uniform PICTURE picture;
uniform ivec2 last;

void main() {
  ivec2 low = ivec2(gl_FragCoord.xy) * 2;
  writeColor(bilinear(picture, min(low, last), min(low + 1, last), uvec2(128u)));
}
