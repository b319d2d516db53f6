// Columns and rows sampled at other positions. Numbers: the frame's width, three unused, columns,
// rows.

ivec3 look(ivec2 pixel) { return ivec3(number(4 + pixel.x), number(4 + number(0) + pixel.y), 4096); }
