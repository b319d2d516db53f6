// The weighted average of one picture sampled through several maps.

void main() {
  uvec4 sum = uvec4(0u);
  addTaps_0(sum);
#if GROUPS > 1
  addTaps_1(sum);
#endif
#if GROUPS > 2
  addTaps_2(sum);
#endif
#if GROUPS > 3
  addTaps_3(sum);
#endif
#if GROUPS > 4
  addTaps_4(sum);
#endif
#if GROUPS > 5
  addTaps_5(sum);
#endif
#if GROUPS > 6
  addTaps_6(sum);
#endif
  writeColor(weightedColor(sum));
}
