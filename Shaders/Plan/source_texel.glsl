// Source $: a frame-sized picture at the pixel's own place, with SHIFTED moved by whole texels (`shift`, in
// texture coordinates).

uniform sampler2D picture_$;
#if SHIFTED_$
uniform vec2 shift_$;

uvec4 source_$() { return texelUnder(picture_$, place + shift_$); }
#else
uvec4 source_$() { return texelUnder(picture_$, place); }
#endif
