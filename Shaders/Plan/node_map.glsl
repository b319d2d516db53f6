// A map node: a bilinear sample at a computed position, with the picture's edge repeated. Alpha is
// multiplied by a coverage of 0…4096.

uniform PICTURE picture;
uniform ivec4 domain;

void main() {
  ivec3 place = look(ivec2(gl_FragCoord.xy));
  uvec4 color = sampleAt(picture, place.xy, domain, 0, OPAQUE == 1);
  if (place.z < 4096) {
    uint alpha = (color.a * uint(place.z) + 2048u) >> 12;
    color = alpha == 0u ? uvec4(0u) : uvec4(color.rgb, alpha);
  }
  writeColor(color);
}
