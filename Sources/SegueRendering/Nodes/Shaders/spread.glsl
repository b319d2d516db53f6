// Columns and rows each taken from somewhere else. Numbers: the frame's width, three unused, columns, rows.

ivec3 look(ivec2 pixel) { return ivec3(number(4 + pixel.x), number(4 + number(0) + pixel.y), 4096); }
