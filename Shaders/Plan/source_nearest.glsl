// Source $: a picture through a separable map that hits texels exactly. Entries: (texel, -,
// coverage, -). SAMPLED means that the map samples the picture, with a sample's rounding.

uniform PICTURE picture_$;
uniform int table_$;

uvec4 source_$() {
  uvec4 color = texelAt(picture_$, ivec2(columnEntry(table_$).x, rowEntry(table_$).x));
#if SAMPLED_$ && !OPAQUE_$
  color = wholeSample(color);
#endif
  return color;
}
