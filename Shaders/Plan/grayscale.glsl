// Source 0 in grey: BT.709's luma in full range, alpha kept.

void main() {
  uvec4 color = source_0();
  uint grey = (13933u * color.r + 46871u * color.g + 4732u * color.b + 32768u) >> 16;
  writeColor(uvec4(uvec3(grey), color.a));
}
