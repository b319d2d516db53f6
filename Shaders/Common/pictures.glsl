// Pictures in textures, with straight alpha, row 0 at the top; shaders see channels as the integers
// 0…MOST. Texels are only read at their centres, so the driver's filter does not matter.
// Inputs: `place`, the pixel's own middle in the coordinates of a frame-sized texture.

in vec2 place;
out TEXEL result;

#if BITS == 16
uvec4 texelAt(PICTURE picture, ivec2 position) { return texelFetch(picture, position, 0); }

// The nearest texel to a texel's middle is that texel, even with errors in the coordinate's last
// bits.
uvec4 texelUnder(PICTURE picture, vec2 middle) { return textureLod(picture, middle, 0.0); }

void writeColor(uvec4 color) { result = color; }
#else
uvec4 texelAt(PICTURE picture, ivec2 position) {
  return uvec4(texelFetch(picture, position, 0) * 255.0 + 0.5);
}

uvec4 texelUnder(PICTURE picture, vec2 middle) {
  return uvec4(textureLod(picture, middle, 0.0) * 255.0 + 0.5);
}

// With the added eighth, drivers that round and drivers that truncate store the same byte.
void writeColor(uvec4 color) {
  result = (vec4(color) + 0.125) * (1.0 / 255.0);
}

// Opaque colours as whole numbers in floats, which is exact if sums and products stay below 2²⁴.
vec3 wholeUnder(PICTURE picture, vec2 middle) {
  return floor(textureLod(picture, middle, 0.0).rgb * 255.0 + 0.5);
}

void writeWhole(vec3 color) {
  result = vec4((color + 0.125) * (1.0 / 255.0), 1.0);
}
#endif
