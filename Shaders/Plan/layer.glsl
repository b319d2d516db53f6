// Layer $ of a stack: source $ over the layers below, weighted by opacity and coverage. COVERAGE 0 covers
// the layer's bounds. COVERAGE 1 is separable: the third entries are multiplied. COVERAGE 2 is any map: the
// distances are added. With REPLACES the source is mixed with the layers below instead. OUTLINE adds a
// rectangle with round corners. Entries: (share between the edges, distance from a corner's circle, -, -).

uniform int opacity_$;
#if COVERAGE_$ == 2
uniform ivec2 extent_$;
#endif
#if OUTLINE_$
uniform int outline_$;
#endif

uvec4 layer_$(uvec4 below) {
#if COVERAGE_$ == 0
  int weight = opacity_$;
#elif COVERAGE_$ == 1
  int coverage = (columnEntry(table_$).z * rowEntry(table_$).z) >> 12;
  int weight = (coverage * opacity_$ + 2048) >> 12;
#else
  ivec2 edges = columnEntry(table_$).zw + rowEntry(table_$).zw;
  int coverage = (edgeCoverage(edges.x, extent_$.x) * edgeCoverage(edges.y, extent_$.y)) >> 12;
  int weight = (coverage * opacity_$ + 2048) >> 12;
#endif
#if OUTLINE_$
  ivec2 across = columnEntry(outline_$).xy, down = rowEntry(outline_$).xy;
  int inside = min((across.x * down.x) >> 12, max(0, 2048 - (across.y + down.y)));
  weight = (weight * inside + 2048) >> 12;
#endif
#if REPLACES_$
  return mixColors(below, source_$(), weight);
#elif OPAQUE_$ && OPAQUE_BELOW
  return overOpaque(below, source_$(), weight);
#else
  return overColors(below, source_$(), weight);
#endif
}
