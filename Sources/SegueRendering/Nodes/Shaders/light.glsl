// Two colours mixed in linear light. Numbers: the second's weight, three unused, the light of each of
// 256 bytes, the minimum light of each byte (257 numbers), three unused, the byte of each 16th light
// (4096 bytes, four to a number). At 16 bits: the light of each of 65536 values, and the value of each
// of 65536 lights.

#if BITS == 16
uint valueOf(uint light) { return uint(number(4 + VALUES + int(light))); }
#else
uint valueOf(uint light) {
  int index = int(light >> 4);
  int byte = (number(520 + (index >> 2)) >> ((index & 3) * 8)) & 255;
  return uint(byte + (int(light) >= number(261 + byte) ? 1 : 0));
}
#endif

uvec4 node(uvec4 a, uvec4 b) {
  uint weight = uint(number(0));
  if (weight >= 32768u) return b;
  uint wa = a.a * (32768u - weight), wb = b.a * weight;
  uint alpha = (wa + wb + 16384u) >> 15;
  if (alpha == 0u) return uvec4(0u);
  ivec3 from = ivec3(a.rgb) + 4, to = ivec3(b.rgb) + 4;
  uvec3 x = uvec3(number(from.r), number(from.g), number(from.b));
  uvec3 y = uvec3(number(to.r), number(to.g), number(to.b));
  uvec3 light;
  if (a.a == MOST && b.a == MOST) {
    light = (x * (32768u - weight) + y * weight + 16384u) >> 15;
  } else {
#if BITS == 16
    uint sb = (wb + 16384u) >> 15, sa = alpha - sb;
#else
    uint sa = (wa + 64u) >> 7, sb = (wb + 64u) >> 7;
#endif
    light = (x * sa + y * sb + (sa + sb) / 2u) / (sa + sb);
  }
  return uvec4(valueOf(light.r), valueOf(light.g), valueOf(light.b), alpha);
}
