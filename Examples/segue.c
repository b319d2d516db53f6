/* Draws one frame of a transition between two pictures, which are files of raw RGBA bytes:
       cc segue.c -o draw $(pkg-config --cflags --libs segue)
       ./draw slide 0.5 64 36 from.rgba to.rgba > frame.rgba */
#include <segue.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned char *bytes_of(const char *path, size_t count) {
  unsigned char *bytes = (unsigned char *)calloc(count, 1);
  FILE *file = fopen(path, "rb");
  if (bytes && file && fread(bytes, 1, count, file) == count) return fclose(file), bytes;
  perror(path);
  exit(66);
}

int main(int count, char **words) {
  if (count != 7) return fputs("usage: draw TRANSITION PROGRESS WIDTH HEIGHT FROM TO > FRAME\n", stderr), 64;
  const int width = atoi(words[3]), height = atoi(words[4]);
  const size_t size = (size_t)width * (size_t)height * 4;

  segue_options options = {0};
  options.name = words[1];
  segue_transition *transition = segue_transition_new(&options);
  segue_renderer *renderer = transition ? segue_renderer_new(width, height, 8, 0) : NULL;
  if (!renderer) return fprintf(stderr, "%s\n", segue_message()), segue_last_status();

  segue_pixels from = {bytes_of(words[5], size), width, height, 0, SEGUE_RGBA8, SEGUE_STRAIGHT}, to = from, frame = from;
  to.data = bytes_of(words[6], size);
  frame.data = calloc(size, 1);
  segue_status status = segue_render_pixels(renderer, transition, atof(words[2]), &from, &to, &frame);
  if (status == SEGUE_OK) fwrite(frame.data, 1, size, stdout);
  else fprintf(stderr, "%s\n", segue_message());

  free(from.data);
  free(to.data);
  free(frame.data);
  segue_renderer_free(renderer);
  segue_transition_free(transition);
  return status;
}
