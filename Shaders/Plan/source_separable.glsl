// Source $: a bilinear sample through a separable map. Entries: (sharper level, coarser level,
// coverage, -). A level's look-up is texel << 10 | step to the next texel << 9 | fraction.

uniform PICTURE picture_$;
uniform int table_$;
#if LEVELS_$ == 2
uniform PICTURE coarse_$;
uniform int levelWeight_$;
#endif

uvec4 lookUp_$(PICTURE picture, ivec2 spot) {
  ivec2 low = spot >> 10;
  ivec2 high = low + ((spot >> 9) & 1);
#if OPAQUE_$
  return bilinearOpaque(picture, low, high, uvec2(spot & 511));
#else
  return bilinear(picture, low, high, uvec2(spot & 511));
#endif
}

uvec4 source_$() {
  ivec4 column = columnEntry(table_$);
  ivec4 row = rowEntry(table_$);
  uvec4 color = lookUp_$(picture_$, ivec2(column.x, row.x));
#if LEVELS_$ == 2
  color = mixColors(color, lookUp_$(coarse_$, ivec2(column.y, row.y)), levelWeight_$);
#endif
  return color;
}
