// One triangle over the viewport.
// Inputs: `extent`, the viewport's size in the coordinates of a frame-sized texture.

uniform vec2 extent;
out vec2 place;

void main() {
  vec2 corner = vec2(float((gl_VertexID & 1) << 1), float(gl_VertexID & 2));
  place = corner * extent;
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
