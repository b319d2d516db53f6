// Measures loudness with libebur128, which is loaded with the first measurement.
#include <ebur128.h>
#include <math.h>
#include <pthread.h>

#include "CSegueLoading.h"
#include "CSegueLoudness.h"

// The functions of libebur128 that are called.
#define EACH_FUNCTION(F) \
  F(ebur128_init) F(ebur128_destroy) F(ebur128_set_channel) F(ebur128_add_frames_float) F(ebur128_loudness_global)

#define POINTER(name) __typeof__(name) *name;
static struct { EACH_FUNCTION(POINTER) } library;
static bool is_there;

static void load(void) {
#define ENTRY(name) {#name, (void **)&library.name},
  static const SegueFunction functions[] = {EACH_FUNCTION(ENTRY)};
  is_there = segue_load(SEGUE_LIBRARY("ebur128", "1"), functions, sizeof functions / sizeof *functions) == NULL;
}

bool segue_load_loudness(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_there;
}

SegueLoudness *segue_loudness_open(unsigned channels) {
  // The channels of 5.1 and 7.1; the low-frequency one does not count.
  static const int six[] = {EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER,
                            EBUR128_UNUSED, EBUR128_LEFT_SURROUND, EBUR128_RIGHT_SURROUND};
  static const int eight[] = {EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER, EBUR128_UNUSED,
                              EBUR128_Mp135, EBUR128_Mm135, EBUR128_Mp090, EBUR128_Mm090};
  ebur128_state *state = library.ebur128_init(channels, 48000, EBUR128_MODE_I);
  if (state != NULL && channels > 2)
    for (unsigned i = 0; i < channels; i++) library.ebur128_set_channel(state, i, channels == 8 ? eight[i] : six[i]);
  return (SegueLoudness *)state;
}

void segue_loudness_add(SegueLoudness *loudness, const float *samples, size_t count) {
  library.ebur128_add_frames_float((ebur128_state *)loudness, samples, count);
}

double segue_loudness_integrated(const SegueLoudness *loudness) {
  double result = -INFINITY;
  library.ebur128_loudness_global((ebur128_state *)loudness, &result);
  return result;
}

void segue_loudness_close(SegueLoudness *loudness) {
  ebur128_state *state = (ebur128_state *)loudness;
  library.ebur128_destroy(&state);
}
