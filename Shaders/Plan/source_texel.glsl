// Source $: a frame-sized picture at the pixel's own place, with SHIFTED moved by whole texels (`shift`, in
// texture coordinates). SAMPLED says that a map samples it, which rounds.

uniform PICTURE picture_$;
#if SHIFTED_$
uniform vec2 shift_$;
#endif

uvec4 source_$() {
#if SHIFTED_$
  uvec4 color = texelUnder(picture_$, place + shift_$);
#else
  uvec4 color = texelUnder(picture_$, place);
#endif
#if SAMPLED_$ && !OPAQUE_$
  color = wholeSample(color);
#endif
  return color;
}
