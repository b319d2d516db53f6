// Alpha taken away near a key colour. Numbers: its Cr and Cb, two unused, 1444 weights of 15 bits by every 32nd of the
// distance.

uvec4 node(uvec4 a, uvec4 b) {
  ivec3 c = ivec3(a.rgb);
  int cr = ((65540 * c.r - 54836 * c.g - 10704 * c.b + 512) >> 10) - number(0);
  int cb = ((-22123 * c.r - 43418 * c.g + 65541 * c.b + 512) >> 10) - number(1);
  uint distance = wholeRoot(uint(cr * cr) + uint(cb * cb));
  uint alpha = (a.a * uint(number(4 + int(distance >> 5))) + 16384u) >> 15;
  return alpha == 0u ? uvec4(0u) : uvec4(a.rgb, alpha);
}
