// Source 0 as it is.

void main() { writeColor(source_0()); }
