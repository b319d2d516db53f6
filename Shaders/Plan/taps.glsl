// Taps $ of an average, on one level of the picture. A tap has two tables (see affine sources) and
// two records: (weight, level, weight of the coarser level, table), (x0, y0, x1, y1).

uniform PICTURE picture_$;
#if LEVELS_$ == 2
uniform PICTURE coarse_$;
#endif
uniform ivec2 taps_$;

void addTaps_$(inout uvec4 sum) {
  for (int tap = taps_$.x; tap < taps_$.y; tap++) {
    ivec4 record = tapRecord(2 * tap);
    ivec4 domain = tapRecord(2 * tap + 1);
    ivec2 coordinate = columnEntry(record.w).xy + rowEntry(record.w).xy;
    uvec4 color = sampleAt(picture_$, coordinate, domain, record.y, bool(OPAQUE_$));
#if LEVELS_$ == 2
    uvec4 coarse = sampleAt(coarse_$, coordinate, domain, record.y + 1, bool(OPAQUE_$));
    color = mixColors(color, coarse, record.z);
#endif
    accumulate(sum, color, uint(record.x));
  }
}
