// A colour in grey: BT.709's luma in full range, alpha kept.

uvec4 node(uvec4 a, uvec4 b) {
  uint grey = (13933u * a.r + 46871u * a.g + 4732u * a.b + 32768u) >> 16;
  return uvec4(uvec3(grey), a.a);
}
