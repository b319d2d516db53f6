// Eight values of a 4:2:0 frame of 10 bits as one texel of four 32-bit integers. The planes are Y, U and V,
// in limited range.
// Inputs: `frame`, the frame's width and height, both even; `rowBytes`, bytes in a row of the target; the
// coefficients of the channels for luma and both chromas. CURVED adds a table from drawn values to the
// planes' values, 256 per row.
// Source: `DeepPlanes`.

uniform PICTURE picture;
uniform ivec2 frame;
uniform int rowBytes;
uniform uvec3 luma;
uniform ivec3 cb;
uniform ivec3 cr;

#if CURVED
uniform usampler2D curve;

uint curved(uint value) { return texelFetch(curve, ivec2(int(value & 255u), int(value >> 8)), 0).r; }
#endif

uvec3 rgbAt(ivec2 position) {
  uvec3 c = texelAt(picture, position).rgb;
#if CURVED
  c = uvec3(curved(c.r), curved(c.g), curved(c.b));
#endif
  return c;
}

uint lumaAt(ivec2 position) {
  uvec3 parts = luma * rgbAt(position);
  return (parts.r + parts.g + parts.b + (64u << 21) + (1u << 20)) >> 21;
}

// Chroma of two by two pixels from `position` on.
uint chromaAt(ivec2 position, ivec3 shares) {
  ivec3 sum = ivec3(
    rgbAt(position) + rgbAt(position + ivec2(1, 0)) + rgbAt(position + ivec2(0, 1)) + rgbAt(position + 1));
  ivec3 parts = shares * sum;
  return uint(((parts.r + parts.g + parts.b + (1 << 21)) >> 22) + 512);
}

uint valueAt(int index) {
  int area = frame.x * frame.y;
  if (index < area) return lumaAt(ivec2(index % frame.x, index / frame.x));
  ivec2 size = frame / 2;
  int plane = area / 4, inPlanes = index - area;
  bool isCr = inPlanes >= plane;
  int inPlane = isCr ? inPlanes - plane : inPlanes;
  return chromaAt(ivec2(inPlane % size.x, min(inPlane / size.x, size.y - 1)) * 2, isCr ? cr : cb);
}

uint pairAt(int index) { return valueAt(index) | valueAt(index + 1) << 16; }

void main() {
  int index = int(gl_FragCoord.y) * (rowBytes / 2) + int(gl_FragCoord.x) * 8;
  writeColor(uvec4(pairAt(index), pairAt(index + 2), pairAt(index + 4), pairAt(index + 6)));
}
