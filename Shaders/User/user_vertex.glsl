#version 300 es
// One triangle over the viewport; `segue_place` is 0…1 across it.

precision highp float;
out vec2 segue_place;

void main() {
  segue_place = vec2(float((gl_VertexID & 1) << 1), float(gl_VertexID & 2));
  gl_Position = vec4(segue_place * 2.0 - 1.0, 0.0, 1.0);
}
