// Prints the milliseconds from dlopen of libsegue to its first frame, of 640×360.
#include <dlfcn.h>
#include <segue.h>
#include <stdio.h>
#include <time.h>
static unsigned char pixels[3][640 * 360 * 4];
#define OF(name) __typeof__(&name) name##_ = (__typeof__(&name))dlsym(library, #name)
int main(int count, char **words) {
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  void *library = dlopen(words[count - 1], RTLD_NOW | RTLD_LOCAL);
  if (!library) return 1;
  OF(segue_transition_new);
  OF(segue_renderer_new);
  OF(segue_render_pixels);
  segue_options options = {.name = "dissolve"};
  segue_pixels p[3];
  for (int i = 0; i < 3; i++) p[i] = (segue_pixels){pixels[i], 640, 360, 0, SEGUE_RGBA8, SEGUE_STRAIGHT};
  segue_status status = segue_render_pixels_(
      segue_renderer_new_(640, 360, 8, 0), segue_transition_new_(&options), 0.5, &p[0], &p[1], &p[2]);
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%f", (end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) / 1e6);
  return status;
}
