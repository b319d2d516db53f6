// Strips over the whole width of the frame, each repeating one row of a picture, two triangles a
// strip.
// Inputs: `size`, the frame's size; `first`, the strip of the first vertex. Row `table` + 1 of the tables
// has the runs, (first row, end, texel row, -).

uniform isampler2D tables;
uniform int table;
uniform int first;
uniform vec2 size;
out vec2 place;

void main() {
  int corner = gl_VertexID % 6;
  ivec4 row = texelFetch(tables, ivec2(first + gl_VertexID / 6, table + 1), 0);
  bool isRight = corner == 1 || corner == 2 || corner == 4;
  bool isLower = corner == 2 || corner == 4 || corner == 5;
  place = vec2(isRight ? 1.0 : 0.0, (float(row.z) + 0.5) / size.y);
  gl_Position = vec4(isRight ? 1.0 : -1.0, float(isLower ? row.y : row.x) / size.y * 2.0 - 1.0, 0.0, 1.0);
}
