// Two colours mixed in linear light. Numbers: the second's share, three unused, 256 amounts of light, 257 least amounts for
// each byte, three unused, 4096 bytes by every 16th amount, four to a number.

uint byteOf(uint light) {
  int index = int(light >> 4);
  int byte = (number(520 + (index >> 2)) >> ((index & 3) * 8)) & 255;
  return uint(byte + (int(light) >= number(261 + byte) ? 1 : 0));
}

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
  if (a.a == 255u && b.a == 255u) {
    light = (x * (32768u - weight) + y * weight + 16384u) >> 15;
  } else {
    uint sa = (wa + 64u) >> 7, sb = (wb + 64u) >> 7;
    light = (x * sa + y * sb + (sa + sb) / 2u) / (sa + sb);
  }
  return uvec4(byteOf(light.r), byteOf(light.g), byteOf(light.b), alpha);
}
