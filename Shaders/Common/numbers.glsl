// The integers of a node, four to a texel, row after row.
// Inputs: `numbersFirst`, their first row; `numbersPerRow`, texels in a row.

uniform isampler2D numbers;
uniform int numbersFirst;
uniform int numbersPerRow;

int number(int index) {
  int texel = index >> 2;
  return texelFetch(numbers, ivec2(texel % numbersPerRow, numbersFirst + texel / numbersPerRow), 0)[index & 3];
}

// The whole part of a square root. The driver's root may be off in its last bits, by at most one in
// the whole part.
uint wholeRoot(uint square) {
  uint root = uint(sqrt(float(square)));
  if (root * root > square) root--;
  else if ((root + 1u) * (root + 1u) <= square) root++;
  return root;
}
