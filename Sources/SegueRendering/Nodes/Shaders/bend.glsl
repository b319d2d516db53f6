// A picture shifted along one direction, depending on the position along another. Numbers: the frame's
// width and height, the shift's direction in 2.14, the number of entries, three unused, each column's
// and each row's contribution to the position in 20.12, pairs of a shift in 20.12 and a coverage.

// A factor in 2.14 times a distance in 20.12, with whole pixels and fractions apart, to fit 32
// bits.
int times(int factor, int way) { return ((factor * (way >> 12)) >> 2) + ((factor * (way & 4095)) >> 14); }

// The share of a texel's width inside the picture.
ivec2 within(ivec2 place, ivec2 extent) {
  return (clamp(place + 4096, 0, 4096) * clamp((extent << 12) - place, 0, 4096)) >> 12;
}

ivec3 look(ivec2 pixel) {
  ivec2 size = ivec2(number(0), number(1));
  int count = number(4);
  int s = clamp(number(8 + pixel.x) + number(8 + size.x + pixel.y), 0, (count - 1) << 12);
  int entry = min(s >> 12, count - 2);
  int share = (s - (entry << 12)) >> 4;
  int first = 8 + size.x + size.y + entry * 2;
  int way = number(first), seen = number(first + 1);
  way += (((number(first + 2) - way) >> 5) * share) >> 3;
  seen += ((number(first + 3) - seen) * share) >> 8;
  ivec2 place = (pixel << 12) + ivec2(times(number(2), way), times(number(3), way));
  ivec2 inside = within(place, size);
  return ivec3(place, (((inside.x * inside.y) >> 12) * seen) >> 12);
}
