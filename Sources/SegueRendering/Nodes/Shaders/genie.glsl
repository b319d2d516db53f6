// A window of a picture pulled into a rectangle at the bottom. Numbers: the picture's column at the left
// side, the window's first and last column, one unused, and for each row the left and the right side in
// 20.12, the picture's pixels per pixel with 14 bits of fraction, the picture's row in 20.12 and a
// coverage.

ivec3 look(ivec2 pixel) {
  int row = 4 + 5 * pixel.y;
  int left = number(row), right = number(row + 1), factor = number(row + 2);
  int place = pixel.x << 12;
  int way = clamp(place + 2048 - left, 0, right - left);
  int across = (((way >> 12) * factor) >> 2) + (((way & 4095) * (factor >> 2)) >> 12);
  int inside = (clamp(place + 4096 - left, 0, 4096) * clamp(right - place, 0, 4096)) >> 12;
  int column = clamp(number(0) + across, number(1), number(2));
  return ivec3(column, number(row + 3), (inside * number(row + 4)) >> 12);
}
