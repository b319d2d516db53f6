// Source 0, unchanged.

void main() { writeColor(source_0()); }
