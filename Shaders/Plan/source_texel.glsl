// Source $: a frame-sized picture at the pixel's own place, moved by whole texels (`shift`, in texture
// coordinates).

uniform sampler2D picture_$;
uniform vec2 shift_$;

uvec4 source_$() { return texelUnder(picture_$, place + shift_$); }
