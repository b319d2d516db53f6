/* Draws FRAMES frames of 1920x1080 with libsegue between two prepared pictures. Prints the seconds of wall-clock time and of
   processor time as JSON: bench TRANSITION FRAMES. The frame's memory is aligned, in large pages if the system has them, as
   in the tool. */
#define _GNU_SOURCE
#include <segue.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **words) {
  enum { width = 1920, height = 1080, size = width * height * 4, page = 2 << 20, pages = (size + page - 1) / page * page };
  if (count != 3) return 64;
  const int frames = atoi(words[2]);
  segue_options options = {.name = words[1]};
  segue_transition *transition = segue_transition_new(&options);
  segue_renderer *renderer = segue_renderer_new(width, height, 8, 0);
  segue_picture *pictures[2];
  unsigned char *memory = aligned_alloc(page, pages);
  if (!memory) return 70;
  madvise(memory, pages, MADV_HUGEPAGE);
  segue_pixels pixels = {memory, width, height, 0, SEGUE_RGBA8, SEGUE_STRAIGHT};
  for (unsigned picture = 0; picture < 2; picture++) {
    for (unsigned i = 0; i < size; i++) memory[i] = i % 4 == 3 ? 255 : (unsigned char)((i * 2654435761u + picture * 977) >> 24);
    pictures[picture] = segue_picture_new(&pixels);
  }
  double wall = 0, processor = 0;
  for (int i = -10; i < frames; i++) {
    if (i == 0) wall = seconds(CLOCK_MONOTONIC), processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    const double progress = (double)(i < 0 ? -i : i + 1) / (frames + 10);
    if (segue_render(renderer, transition, progress, pictures[0], pictures[1], &pixels) != SEGUE_OK) {
      return fprintf(stderr, "%s\n", segue_message()), 70;
    }
  }
  printf("{\"wall\": %f, \"processor\": %f}\n", seconds(CLOCK_MONOTONIC) - wall, seconds(CLOCK_PROCESS_CPUTIME_ID) - processor);
  return 0;
}
