// The text after a user's shader, whose macros may have changed the meaning of other words.
// SEGUE_SET_UP stands for the statements that set the shader's globals, SEGUE_ENTRY for its
// function.

void main() {
  segue_begin();
SEGUE_SET_UP
  segue_result = segue_stored(SEGUE_ENTRY(segue_uv));
}
