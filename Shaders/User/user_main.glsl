// The text after a user's shader, whose macros may have changed the meaning of any other word. SEGUE_SET_UP
// stands for the statements that set its globals, SEGUE_ENTRY for the function that it defines.

void main() {
  segue_begin();
SEGUE_SET_UP
  segue_result = segue_stored(SEGUE_ENTRY(segue_uv));
}
