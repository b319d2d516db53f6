// A grid of uniform cells, two triangles a cell.
// Inputs: `cells`, the number of columns of the grid; `size`, the frame's size; `first`, the cell of the
// first vertex. The tables of runs have entries (first pixel, end, texel, -), for columns and for rows.

uniform PICTURE picture;
uniform isampler2D tables;
uniform int table;
uniform int cells;
uniform int first;
uniform vec2 size;
flat out TEXEL color;

void main() {
  int cell = first + gl_VertexID / 6;
  int corner = gl_VertexID % 6;
  ivec4 column = texelFetch(tables, ivec2(cell % cells, table), 0);
  ivec4 row = texelFetch(tables, ivec2(cell / cells, table + 1), 0);
  bool isRight = corner == 1 || corner == 2 || corner == 4;
  bool isLower = corner == 2 || corner == 4 || corner == 5;
  vec2 position = vec2(float(isRight ? column.y : column.x), float(isLower ? row.y : row.x));
  color = texelFetch(picture, ivec2(column.z, row.z), 0);
#if BITS == 8
  color += 0.125 / 255.0;
#endif
  gl_Position = vec4(position / size * 2.0 - 1.0, 0.0, 1.0);
}
