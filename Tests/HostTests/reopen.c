/* Opens a frei0r plug-in a thousand times, draws a frame each time and closes it. Prints the growth
   of the process in kB after the first hundred times. */
#include <dlfcn.h>
#include <frei0r.h>
#include <stdio.h>
#include <stdint.h>

static long resident(void) {
  long size = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) return 0;
  fclose(file);
  return pages * 4;
}

#define OF(name) __typeof__(&name) name##_ = (__typeof__(&name))dlsym(plugin, #name)

int main(int count, char **words) {
  static uint32_t from[64 * 40], to[64 * 40], out[64 * 40];
  long before = 0;
  for (int i = 0; i < 1000; i++) {
    void *plugin = dlopen(words[count - 1], RTLD_NOW | RTLD_LOCAL);
    if (!plugin) return fprintf(stderr, "%s\n", dlerror()), 1;
    OF(f0r_init);
    OF(f0r_deinit);
    OF(f0r_construct);
    OF(f0r_destruct);
    OF(f0r_set_param_value);
    OF(f0r_update2);
    f0r_init_();
    f0r_instance_t instance = f0r_construct_(64, 40);
    double progress = 0.5;
    f0r_set_param_value_(instance, &progress, 0);
    f0r_update2_(instance, 0, from, to, NULL, out);
    f0r_destruct_(instance);
    f0r_deinit_();
    dlclose(plugin);
    if (i == 99) before = resident();
  }
  printf("%ld", resident() - before);
  return 0;
}
