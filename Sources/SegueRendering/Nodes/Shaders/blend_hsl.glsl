// A source blended onto a backdrop by hue, saturation and luminosity, and composited. Number 0: the mode.

int luminosity(ivec3 c) { return (77 * c.r + 151 * c.g + 28 * c.b + 128) >> 8; }
int least(ivec3 c) { return min(c.r, min(c.g, c.b)); }
int most(ivec3 c) { return max(c.r, max(c.g, c.b)); }

// a · b / divisor: only unsigned divisions are exact on every device; no operand is negative.
ivec3 ratio(ivec3 a, int b, int divisor) {
  return ivec3((uvec3(a) * uint(b) + uint(divisor) / 2u) / uint(divisor));
}

ivec3 setSaturation(ivec3 c, ivec3 from) {
  int spread = most(c) - least(c);
  return spread == 0 ? ivec3(0) : ratio(c - least(c), most(from) - least(from), spread);
}

ivec3 setLuminosity(ivec3 c, int l) {
  c += l - luminosity(c);
  int low = least(c);
  if (low < 0) c = ratio(c - low, l, l - low);
  int high = most(c);
  if (high > int(MOST)) c = int(MOST) - ratio(high - c, int(MOST) - l, high - l);
  return c;
}

uvec4 node(uvec4 backdrop, uvec4 source) {
  ivec3 b = ivec3(backdrop.rgb), s = ivec3(source.rgb), both;
  int mode = number(0);
  if (mode == 0) both = setLuminosity(setSaturation(s, b), luminosity(b));
  else if (mode == 1) both = setLuminosity(setSaturation(b, s), luminosity(b));
  else if (mode == 2) both = setLuminosity(s, luminosity(b));
  else both = setLuminosity(b, luminosity(s));
  return composited(backdrop, source, uvec3(both));
}
