// Tables of this frame: one texture, a row for each table, one entry for each column or row of the frame.
// Maps take two tables: entries by column in row `first`, entries by row in row `first + 1`.

uniform isampler2D tables;

ivec4 columnEntry(int first) { return texelFetch(tables, ivec2(int(gl_FragCoord.x), first), 0); }
ivec4 rowEntry(int first) { return texelFetch(tables, ivec2(int(gl_FragCoord.y), first + 1), 0); }
