// Up to four layers over one colour, or over a frame-sized picture of the layers below.

#if PICTURE_BELOW
uniform PICTURE below;
#else
uniform uvec4 background;
#endif

void main() {
#if PICTURE_BELOW
  uvec4 color = texelUnder(below, place);
#else
  uvec4 color = background;
#endif
  color = layer_0(color);
#if LAYERS > 1
  color = layer_1(color);
#endif
#if LAYERS > 2
  color = layer_2(color);
#endif
#if LAYERS > 3
  color = layer_3(color);
#endif
  writeColor(color);
}
