// The median of nine values in each channel, by a sorting network that finds only the median (after J.
// L. Smith, Implementing median filters in XC4000E FPGAs, 1996).

void exchange(inout uvec3 a, inout uvec3 b) {
  uvec3 low = min(a, b);
  b = max(a, b);
  a = low;
}

uvec4 node() {
  uvec4 own = near(ivec2(0));
  if (own.a == 0u) return uvec4(0u);
  uvec3 v[9];
  for (int i = 0; i < 9; i++) {
    uvec4 color = near(ivec2(i % 3 - 1, i / 3 - 1));
    v[i] = color.a == 0u ? own.rgb : color.rgb;
  }
  exchange(v[1], v[2]);
  exchange(v[4], v[5]);
  exchange(v[7], v[8]);
  exchange(v[0], v[1]);
  exchange(v[3], v[4]);
  exchange(v[6], v[7]);
  exchange(v[1], v[2]);
  exchange(v[4], v[5]);
  exchange(v[7], v[8]);
  v[3] = max(v[0], v[3]);
  v[5] = min(v[5], v[8]);
  exchange(v[4], v[7]);
  v[6] = max(v[3], v[6]);
  v[4] = max(v[1], v[4]);
  v[2] = min(v[2], v[5]);
  v[4] = min(v[4], v[7]);
  exchange(v[4], v[2]);
  v[4] = max(v[6], v[4]);
  v[4] = min(v[4], v[2]);
  return uvec4(v[4], own.a);
}
