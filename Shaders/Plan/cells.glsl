// The colour of a cell, all over it.

flat in TEXEL color;
out TEXEL result;

void main() { result = color; }
