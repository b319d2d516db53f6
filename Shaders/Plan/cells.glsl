// The colour of a cell.

flat in TEXEL color;
out TEXEL result;

void main() { result = color; }
