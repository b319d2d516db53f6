// Source $: a frame-sized picture at the pixel's own place, with SHIFTED moved by whole texels
// (`shift`, in texture coordinates). SAMPLED means that a map samples the picture, with a sample's
// rounding.

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
