// Source $: a picture through a separable map that hits texels exactly. Entries: (texel, -, coverage, -).

uniform sampler2D picture_$;
uniform int table_$;

uvec4 source_$() {
  return texelAt(picture_$, ivec2(columnEntry(table_$).x, rowEntry(table_$).x));
}
