// Author: Segue
// License: MIT
uniform sampler2D mask;
uniform ivec2 size; // = ivec2(4)
uniform mat2 turn; // = mat2(1.0, 0.0, 0.0, 1.0)

vec4 texture(vec2 p) { return texture2D(mask, turn * p); }

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  return mix(to, from, step(progress, texture(uv).r)) * (size.y == 4 ? 1.0 : 0.0);
}
