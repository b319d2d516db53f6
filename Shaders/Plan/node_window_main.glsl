// A window node.

void main() { writeColor(node()); }
