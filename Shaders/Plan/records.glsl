// The records of an average's taps, from table row `records` on, `recordsPerRow` in a row.

uniform int records;
uniform int recordsPerRow;

ivec4 tapRecord(int index) {
  return texelFetch(tables, ivec2(index % recordsPerRow, records + index / recordsPerRow), 0);
}
