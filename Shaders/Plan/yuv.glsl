// Four bytes of a 4:2:0 frame as one pixel. The planes are Y, U and V, in BT.709 and limited range.
// Inputs: `frame`, its width and height, both even; `rowBytes`, bytes in a row of the target; `firstRow`,
// the first packed row of the target. ALIGNED means that a row of the target has one row of luma, or two
// rows of chroma, in whole texels. LUMA means that all bytes are luma; otherwise no byte is.
// Source: the integer matrix of `PixelArithmetic`.

uniform PICTURE picture;
uniform ivec2 frame;
uniform int rowBytes;
uniform int firstRow;

uvec3 rgbAt(ivec2 position) { return texelAt(picture, position).rgb; }

uint luma(ivec2 position) {
  uvec3 c = rgbAt(position);
  return (11966u * c.r + 40254u * c.g + 4064u * c.b + 1081344u) >> 16;
}

uint chroma(ivec2 position, bool isCr) {
  ivec2 p = position * 2;
  ivec3 s = ivec3(rgbAt(p) + rgbAt(p + ivec2(1, 0)) + rgbAt(p + ivec2(0, 1)) + rgbAt(p + ivec2(1, 1)));
  int value =
    isCr ? 28784 * s.r - 26145 * s.g - 2639 * s.b : 28785 * s.b - 6596 * s.r - 22189 * s.g;
  return uint((value + 33685504) >> 18);
}

uint byteAt(ivec2 position, bool isCr) {
#if LUMA
  return luma(position);
#else
  return chroma(position, isCr);
#endif
}

#if !ALIGNED
// The place of byte `index` of the frame in its plane: (column, row, whether it is Cr).
ivec3 spotOf(int index) {
#if LUMA
  return ivec3(index % frame.x, min(index / frame.x, frame.y - 1), 0);
#else
  ivec2 chromaSize = frame / 2;
  int plane = chromaSize.x * chromaSize.y;
  int inPlanes = index - frame.x * frame.y;
  int isCr = inPlanes >= plane ? 1 : 0;
  int inPlane = inPlanes - isCr * plane;
  return ivec3(inPlane % chromaSize.x, min(inPlane / chromaSize.x, chromaSize.y - 1), isCr);
#endif
}

uint byteOf(int index) {
  ivec3 spot = spotOf(index);
  return byteAt(spot.xy, spot.z == 1);
}
#endif

void main() {
#if ALIGNED
  ivec2 spot = ivec2(int(gl_FragCoord.x) * 4, int(gl_FragCoord.y) - firstRow);
  bool isCr = false;
#if !LUMA
  ivec2 chromaSize = frame / 2;
  bool isSecond = spot.x >= chromaSize.x;
  spot = ivec2(isSecond ? spot.x - chromaSize.x : spot.x, spot.y * 2 + (isSecond ? 1 : 0));
  isCr = spot.y >= chromaSize.y;
  if (isCr) spot.y -= chromaSize.y;
#endif
  writeColor(uvec4(
    byteAt(spot, isCr), byteAt(spot + ivec2(1, 0), isCr), byteAt(spot + ivec2(2, 0), isCr),
    byteAt(spot + ivec2(3, 0), isCr)));
#else
  int index = int(gl_FragCoord.y) * rowBytes + int(gl_FragCoord.x) * 4;
  writeColor(uvec4(byteOf(index), byteOf(index + 1), byteOf(index + 2), byteOf(index + 3)));
#endif
}
