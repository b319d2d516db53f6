#include "segue_thread.h"

#include <string.h>

enum { most_bytes = 2000 };
static const char cut[] = " … ";

static _Thread_local segue_status last_status;
static _Thread_local char last_message[most_bytes + 1];

static int is_inside_character(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

void segue_thread_set(segue_status status, const char *message) {
  const size_t length = strlen(message);
  last_status = status;
  if (length <= most_bytes) {
    memcpy(last_message, message, length + 1);
    return;
  }
  // The reason for an error may follow a long quoted text.
  size_t head = most_bytes / 2, tail = length - (most_bytes - head - strlen(cut));
  while (head > 0 && is_inside_character(message[head])) head--;
  while (is_inside_character(message[tail])) tail++;
  memcpy(last_message, message, head);
  memcpy(last_message + head, cut, strlen(cut));
  memcpy(last_message + head + strlen(cut), message + tail, length - tail + 1);
}

segue_status segue_last_status(void) { return last_status; }

const char *segue_message(void) { return last_message; }
