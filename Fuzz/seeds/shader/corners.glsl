// Author: Segue
// License: MIT
// Shows each picture's corners, the ratio and where uv.y = 0 is.

uniform float strength; // = 0.5 how blue the lower half is
uniform vec2 a /* = vec2(1.) */, b /* = vec2(0.25, 0.75) */;
uniform bool flip; // = false

float half_ratio = ratio / 4.0;

vec4 transition(vec2 uv) {
  if (progress == 0.0) return getFromColor(uv);
  if (progress == 1.0) return getToColor(uv);
  if (uv.y < 0.5) return vec4(a.x, b.x, strength, 1.0);
  return vec4(half_ratio, flip ? 1.0 : 0.0, b.y, 1.0);
}
