// Two pixels of 16 bits per channel as one texel of four 32-bit integers, which every driver can
// transfer.
// Inputs: `frame`, the picture's width and height; `rowBytes`, bytes in a row of the target.

uniform PICTURE picture;
uniform ivec2 frame;
uniform int rowBytes;

uvec2 pixelAt(int index) {
  uvec4 color = texelAt(picture, ivec2(index % frame.x, min(index / frame.x, frame.y - 1)));
  return color.rb | color.ga << 16;
}

void main() {
  int index = int(gl_FragCoord.y) * (rowBytes / 8) + int(gl_FragCoord.x) * 2;
  writeColor(uvec4(pixelAt(index), pixelAt(index + 1)));
}
