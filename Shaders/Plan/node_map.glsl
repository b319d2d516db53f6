// A map node: a bilinear sample where it says, the edge repeated outside of the picture.

uniform sampler2D picture;
uniform ivec4 domain;

void main() { writeColor(sampleAt(picture, look(ivec2(gl_FragCoord.xy)), domain, 0, OPAQUE == 1)); }
