// Cells between circles and rays. Numbers: the frame's width and height, the point in 20.12, a
// ring's depth, a sector's angle, an offset of angles, the number of rings and of sectors, three
// unused, 1026 arctangents, the columns' and rows' distances, the rings' distances in columns and
// rows, the sectors' cosines and sines.

// A factor in 2.14 times a distance in 20.12, with whole pixels and fractions apart, to fit 32
// bits.
int times(int factor, int way) { return ((factor * (way >> 12)) >> 2) + ((factor * (way & 4095)) >> 14); }

ivec3 look(ivec2 pixel) {
  int columns = 12 + 1026;
  int distances = columns + number(0);
  ivec2 d = ivec2(number(columns + pixel.x), number(distances + pixel.y));
  uint r = wholeRoot(uint(d.x * d.x) + uint(d.y * d.y));
  ivec2 size = abs(d);
  uint least = uint(min(size.x, size.y)), most = uint(max(size.x, size.y));
  uint t = most > 0u ? (least << 15) / most : 0u;
  int low = number(12 + int(t >> 5)), high = number(13 + int(t >> 5));
  int angle = low + (((high - low) * int(t & 31u) + 16) >> 5);
  if (size.y > size.x) angle = 262144 - angle;
  if (d.x < 0) angle = 524288 - angle;
  if (d.y < 0) angle = -angle;
  int ring = min(int((r << 10) / uint(number(4))), number(7) - 1);
  int sector = min(int(uint(angle + number(6)) / uint(number(5))), number(8) - 1);
  int reaches = distances + number(1);
  int ways = reaches + 2 * number(7);
  int u = number(2) + times(number(ways + 2 * sector), number(reaches + 2 * ring));
  int v = number(3) + times(number(ways + 2 * sector + 1), number(reaches + 2 * ring + 1));
  return ivec3(u, v, 4096);
}
