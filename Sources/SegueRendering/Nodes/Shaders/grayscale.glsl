// A colour in grey: BT.709's luma in full range, alpha kept.

uvec4 node(uvec4 a, uvec4 b) {
  return uvec4(uvec3(greyOf(a.rgb)), a.a);
}
