// Source 0 where its colour is within a limit of source 1's, else source 1.
// Inputs: `limit`, a sum of three squared differences, each 0…255².

uniform int limit;

void main() {
  uvec4 first = source_0();
  uvec4 second = source_1();
  ivec3 difference = ivec3(first.rgb) - ivec3(second.rgb);
  ivec3 squares = difference * difference;
  writeColor(squares.r + squares.g + squares.b <= limit ? first : second);
}
