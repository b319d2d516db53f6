// A picture rotated and scaled about a point, depending on the distance. Numbers: the point in 20.12,
// the frame's width, one unused, the sampled centre, factors in 2.14, 1025 pairs in 2.14, two unused,
// the columns' and the rows' distances with the radius at 32768.

// A factor in 2.14 times a distance in 20.12, with whole pixels and fractions apart, to fit 32
// bits.
int times(int factor, int way) { return ((factor * (way >> 12)) >> 2) + ((factor * (way & 4095)) >> 14); }

ivec3 look(ivec2 pixel) {
  ivec2 middle = ivec2(number(0), number(1));
  ivec2 d = ivec2(number(2060 + pixel.x), number(2060 + number(2) + pixel.y));
  int r = min(int(wholeRoot(uint(d.x * d.x) + uint(d.y * d.y))), 32768);
  int entry = min(r >> 5, 1023);
  int share = r - (entry << 5);
  int at = 8 + entry * 2;
  int a = number(at), b = number(at + 1);
  a += ((number(at + 2) - a) * share + 16) >> 5;
  b += ((number(at + 3) - b) * share + 16) >> 5;
  ivec2 p = (pixel << 12) - middle;
  ivec2 seen = clamp(ivec2(times(a, p.x) - times(b, p.y), times(b, p.x) + times(a, p.y)), -67108864, 67108864);
  return ivec3(number(4) + times(number(6), seen.x), number(5) + times(number(7), seen.y), 4096);
}
