// A picture on a plane in space. Numbers: the frame's width and height, two unused, then for each of
// seven sums the columns' and the rows' terms. The sums are both numerators, the denominator, and the
// distances from four edges.

int sum(int index, ivec2 pixel) {
  int first = 4 + index * (number(0) + number(1));
  return number(first + pixel.x) + number(first + number(0) + pixel.y);
}

// A quotient in 20.12, truncated to 8 bits of fraction; unsigned divisions are exact everywhere.
int coordinate(int numerator, int denominator) {
  if (numerator <= 0 || denominator <= 0) return 0;
  uint n = uint(numerator), d = uint(denominator);
  uint whole = n / d;
  if (whole >= 32768u) return 134217728;
  return int((whole << 12) + (((n - whole * d) << 8) / d << 4));
}

ivec3 look(ivec2 pixel) {
  int depth = sum(2, pixel);
  int coverage = 4096;
  for (int edge = 3; edge < 7; edge++) coverage = (coverage * clamp(sum(edge, pixel) + 2048, 0, 4096)) >> 12;
  return ivec3(coordinate(sum(0, pixel), depth), coordinate(sum(1, pixel), depth), depth > 0 ? coverage : 0);
}
