// A picture that is transparent near a key colour. Numbers: the key's Cr and Cb, two unused, a 15-bit
// weight for every 32nd unit of distance. At 16 bits the weights are interpolated.

uvec4 node(uvec4 a, uvec4 b) {
  ivec3 c = ivec3(a.rgb);
  int cr = scaled(ivec3(65540, -54836, -10704), c, 0, BITS + 2) - number(0);
  int cb = scaled(ivec3(-22123, -43418, 65541), c, 0, BITS + 2) - number(1);
  int distance = int(wholeRoot(uint(cr * cr) + uint(cb * cb)));
  int share = number(4 + (distance >> 5));
#if BITS == 16
  share += ((number(5 + (distance >> 5)) - share) * (distance & 31) + 16) >> 5;
#endif
  uint alpha = (a.a * uint(share) + 16384u) >> 15;
  return alpha == 0u ? uvec4(0u) : uvec4(a.rgb, alpha);
}
