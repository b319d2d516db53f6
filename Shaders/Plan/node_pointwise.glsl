// A pointwise node over source 0, or over sources 0 and 1.

void main() {
  uvec4 a = source_0();
#if INPUTS == 2
  writeColor(node(a, source_1()));
#else
  writeColor(node(a, a));
#endif
}
