// The integers of a node, four to a texel, row after row.
// Inputs: `numbersFirst`, their first row; `numbersPerRow`, texels in a row.

uniform isampler2D numbers;
uniform int numbersFirst;
uniform int numbersPerRow;

int number(int index) {
  int texel = index >> 2;
  return texelFetch(numbers, ivec2(texel % numbersPerRow, numbersFirst + texel / numbersPerRow), 0)[index & 3];
}
