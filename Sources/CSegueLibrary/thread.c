#include "segue_thread.h"

#include <string.h>

static _Thread_local segue_status last_status;
static _Thread_local char last_message[2001];

void segue_thread_set(segue_status status, const char *message) {
  size_t length = strlen(message);
  if (length > sizeof last_message - 1) {
    length = sizeof last_message - 1;
    while (length > 0 && ((unsigned char)message[length] & 0xC0) == 0x80) length--;
  }
  memcpy(last_message, message, length);
  last_message[length] = 0;
  last_status = status;
}

segue_status segue_last_status(void) { return last_status; }

const char *segue_message(void) { return last_message; }
