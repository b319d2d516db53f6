// The colour of a cell, all over it.

flat in vec4 color;
out vec4 result;

void main() { result = color; }
