// Source $: a bilinear sample through any map. Entries: (u, v, distance across, distance down),
// whose sum over column and row is used.

uniform PICTURE picture_$;
uniform int table_$;
uniform ivec4 domain_$;
uniform int level_$;
#if LEVELS_$ == 2
uniform PICTURE coarse_$;
uniform int levelWeight_$;
#endif

uvec4 source_$() {
  ivec2 coordinate = columnEntry(table_$).xy + rowEntry(table_$).xy;
  uvec4 color = sampleAt(picture_$, coordinate, domain_$, level_$, bool(OPAQUE_$));
#if LEVELS_$ == 2
  uvec4 coarse = sampleAt(coarse_$, coordinate, domain_$, level_$ + 1, bool(OPAQUE_$));
  color = mixColors(color, coarse, levelWeight_$);
#endif
  return color;
}
