// The pass of a window node.

void main() { writeColor(node()); }
