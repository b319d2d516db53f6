// The samples of a window node: the neighbours of its pixel, with the picture's edge repeated.

uniform PICTURE picture;
uniform ivec2 last;

uvec4 near(ivec2 offset) {
  return texelAt(picture, clamp(ivec2(gl_FragCoord.xy) + offset, ivec2(0), last));
}
