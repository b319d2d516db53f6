/* A transition of Segue as a frei0r mixer. The file is compiled once per transition, with its quoted name as SEGUE_TRANSITION,
   since hosts expect one file per plug-in. */

#include <frei0r.h>
#include <pthread.h>

#include "mapping.h"

static mapping map;
static pthread_once_t map_once = PTHREAD_ONCE_INIT;

static void make_map(void) { mapping_make(&map, SEGUE_TRANSITION); }

static mapping *the_map(void) {
  pthread_once(&map_once, make_map);
  return &map;
}

/* The memory of a call: a frame, or a slice of its rows. With its property `threads`, MLT passes a frame in slices from several
   threads, to an instance that was made for the height of a slice. */
typedef struct {
  uintptr_t from, to, out;
} rows;

typedef struct {
  pthread_mutex_t lock;
  unsigned width, height;
  /* The parameters as set by the host. */
  double numbers[most_parameters];
  char *texts[most_parameters];
  int has_changed;
  segue_transition *transition;
  segue_renderer *renderer;
  unsigned renderer_height;
  /* The slices received for the frame at `time`: the first one, the topmost and the lowest as numbers relative to it, and
     their count. */
  rows base;
  intptr_t top, bottom;
  unsigned count;
  double time;
  /* The minimum number of slices per frame, and whether a whole frame has confirmed it. */
  unsigned slices;
  int is_known;
} instance;

int f0r_init(void) { return 1; }
void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info_t *info) {
  static char name[64];
  mapping *map = the_map();
  snprintf(name, sizeof name, "segue_%s", SEGUE_TRANSITION);
  for (char *p = name; *p; p++) *p = *p == '-' ? '_' : *p;
  *info = (f0r_plugin_info_t){
      .name = name,
      .author = "The Segue authors",
      .plugin_type = F0R_PLUGIN_TYPE_MIXER2,
      .color_model = F0R_COLOR_MODEL_RGBA8888,
      .frei0r_version = FREI0R_MAJOR_VERSION,
      .major_version = 0,
      .minor_version = 1,
      .num_params = (int)map->count,
      .explanation = map->transition ? map->transition->summary : "",
  };
}

void f0r_get_param_info(f0r_param_info_t *info, int index) {
  static const int types[] = {F0R_PARAM_DOUBLE, F0R_PARAM_DOUBLE, F0R_PARAM_DOUBLE, F0R_PARAM_BOOL, F0R_PARAM_COLOR,
      F0R_PARAM_STRING};
  if (index < 0 || (size_t)index >= the_map()->count) return;
  const mapped_parameter *parameter = &the_map()->parameters[index];
  info->name = parameter->name;
  info->type = types[parameter->kind];
  info->explanation = parameter->explanation;
}

f0r_instance_t f0r_construct(unsigned width, unsigned height) {
  instance *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  pthread_mutex_init(&made->lock, NULL);
  made->width = width;
  made->height = height;
  made->has_changed = 1;
  made->slices = 1;
  for (size_t i = 0; i < the_map()->count; i++) {
    const mapped_parameter *parameter = &the_map()->parameters[i];
    made->numbers[i] = parameter->value;
    made->texts[i] = parameter->kind == kind_text ? strdup(parameter->own ? parameter->own->value : "") : NULL;
  }
  return made;
}

void f0r_destruct(f0r_instance_t opaque) {
  instance *of = opaque;
  segue_transition_free(of->transition);
  segue_renderer_free(of->renderer);
  for (size_t i = 0; i < most_parameters; i++) free(of->texts[i]);
  pthread_mutex_destroy(&of->lock);
  free(of);
}

static double limited(double value) { return value > 0 ? fmin(value, 1) : 0; }

void f0r_set_param_value(f0r_instance_t opaque, f0r_param_t value, int index) {
  instance *of = opaque;
  if (!value || index < 0 || (size_t)index >= the_map()->count) return;
  const mapped_parameter *parameter = &the_map()->parameters[index];
  pthread_mutex_lock(&of->lock);
  if (parameter->kind == kind_text) {
    const char *text = *(char **)value;
    if (text && strcmp(text, of->texts[index])) {
      char *copy = strdup(text);
      if (copy) {
        free(of->texts[index]);
        of->texts[index] = copy;
        of->has_changed = 1;
      }
    }
  } else {
    double number = parameter->kind == kind_color ? 0 : limited(*(double *)value);
    if (parameter->kind == kind_truth) number = number >= 0.5;
    if (parameter->kind == kind_color) {
      const f0r_param_color_t *color = value;
      number = round(limited(color->r) * 255) * 65536 + round(limited(color->g) * 255) * 256 + round(limited(color->b) * 255);
    }
    // Progress does not change the transition.
    if (number != of->numbers[index] && parameter->kind != kind_progress) of->has_changed = 1;
    of->numbers[index] = number;
  }
  pthread_mutex_unlock(&of->lock);
}

void f0r_get_param_value(f0r_instance_t opaque, f0r_param_t value, int index) {
  instance *of = opaque;
  if (!value || index < 0 || (size_t)index >= the_map()->count) return;
  switch (the_map()->parameters[index].kind) {
    case kind_text: *(char **)value = of->texts[index]; break;
    case kind_color: {
      const long color = lround(of->numbers[index]);
      *(f0r_param_color_t *)value = (f0r_param_color_t){
          (float)(color >> 16 & 255) / 255, (float)(color >> 8 & 255) / 255, (float)(color & 255) / 255};
      break;
    }
    default: *(double *)value = of->numbers[index];
  }
}

/* Writes a parameter as on the command line, unless it is the default. */
static int written(const instance *of, size_t index, char *text, size_t size) {
  const mapped_parameter *parameter = &the_map()->parameters[index];
  if (!parameter->own) return 0;
  const double value = of->numbers[index], low = parameter->own->minimum, high = parameter->own->maximum;
  if (parameter->kind == kind_text) {
    if (!strcmp(of->texts[index], parameter->own->value)) return 0;
    snprintf(text, size, "%s=%s", parameter->name, of->texts[index]);
    return 1;
  }
  if (value == parameter->value) return 0;
  switch (parameter->kind) {
    case kind_number: snprintf(text, size, "%s=%.17g", parameter->name, fmin(low + value * (high - low), high)); break;
    case kind_whole: snprintf(text, size, "%s=%.0f", parameter->name, low + round(value * (high - low))); break;
    case kind_truth: snprintf(text, size, "%s=%s", parameter->name, value != 0 ? "true" : "false"); break;
    default: snprintf(text, size, "%s=#%06lx", parameter->name, (unsigned long)value);
  }
  return 1;
}

/* The text of the parameter at `from_end` places before the end: 2 for `timing`, 1 for `filter`. NULL if it is empty. */
static const char *text_of(const instance *of, size_t from_end) {
  const char *text = of->texts[the_map()->count - from_end];
  return *text ? text : NULL;
}

/* Makes the transition from the parameters. Invalid parameters keep the previous transition and print the error. */
static void make_transition(instance *of) {
  of->has_changed = 0;
  char texts[most_parameters][text_size];
  const char *parameters[most_parameters + 1] = {NULL};
  size_t count = 0;
  for (size_t i = 0; i < the_map()->count; i++) {
    if (written(of, i, texts[count], text_size)) {
      parameters[count] = texts[count];
      count++;
    }
  }
  const segue_options options = {.name = SEGUE_TRANSITION,
      .parameters = parameters, .timing = text_of(of, 2), .filter = text_of(of, 1)};
  segue_transition *made = segue_transition_new(&options);
  if (made) {
    segue_transition_free(of->transition);
    of->transition = made;
  } else {
    fprintf(stderr, "segue_%s: %s\n", SEGUE_TRANSITION, segue_message());
  }
}

/* Draws the slices of a frame, which are contiguous. */
static void draw(instance *of) {
  const unsigned height = of->height * of->count;
  const intptr_t offset = of->top * (intptr_t)of->width * of->height * 4;
  void *from = (void *)(of->base.from + offset), *to = (void *)(of->base.to + offset);
  void *out = (void *)(of->base.out + offset);
  if (of->has_changed) make_transition(of);
  if (!of->renderer || of->renderer_height != height) {
    segue_renderer_free(of->renderer);
    of->renderer = segue_renderer_new(of->width, height, 8, 0);
    of->renderer_height = height;
  }
  double progress = of->numbers[0];
  if (text_of(of, 2)) {
    // A duration of one second keeps fractions of the time exact.
    progress = segue_transition_progress(of->transition, progress * segue_transition_duration(of->transition, 1), 1);
  }
  const segue_pixels outgoing = {from, of->width, height, 0, SEGUE_RGBA8, SEGUE_STRAIGHT};
  const segue_pixels incoming = {to, of->width, height, 0, SEGUE_RGBA8, SEGUE_STRAIGHT};
  const segue_pixels frame = {out, of->width, height, 0, SEGUE_RGBA8, SEGUE_STRAIGHT};
  if (segue_render_pixels(of->renderer, of->transition, progress, &outgoing, &incoming, &frame) != SEGUE_OK) {
    fprintf(stderr, "segue_%s: %s\n", SEGUE_TRANSITION, segue_message());
    memmove(out, of->numbers[0] < 0.5 ? from : to, (size_t)of->width * height * 4);
  }
}

/* Whether the rows are another slice of the current frame, with the same offset from the first slice in all three pictures. */
static int belongs(const instance *of, double time, const rows *next) {
  if (of->count == 0 || time != of->time || (of->is_known && of->count == of->slices)) return 0;
  const intptr_t offset = (intptr_t)(next->out - of->base.out);
  return offset != 0 && offset % ((intptr_t)of->width * of->height * 4) == 0
      && (intptr_t)(next->from - of->base.from) == offset && (intptr_t)(next->to - of->base.to) == offset;
}

void f0r_update2(
    f0r_instance_t opaque, double time, const uint32_t *from, const uint32_t *to, const uint32_t *third, uint32_t *out) {
  (void)third;
  instance *of = opaque;
  const rows next = {(uintptr_t)from, (uintptr_t)to, (uintptr_t)out};
  pthread_mutex_lock(&of->lock);
  if (belongs(of, time, &next)) {
    const intptr_t number = (intptr_t)(next.out - of->base.out) / ((intptr_t)of->width * of->height * 4);
    if (number < of->top) of->top = number;
    if (number > of->bottom) of->bottom = number;
    of->count++;
  } else {
    of->is_known |= of->count > 0;
    of->base = next;
    of->top = of->bottom = 0;
    of->count = 1;
  }
  of->time = time;
  // The first frame is drawn each time its slices are contiguous; later frames are drawn by their last slice.
  if (of->bottom - of->top + 1 == (intptr_t)of->count && of->count >= of->slices) {
    of->slices = of->count;
    draw(of);
  }
  pthread_mutex_unlock(&of->lock);
}

void f0r_update(f0r_instance_t opaque, double time, const uint32_t *from, uint32_t *out) {
  f0r_update2(opaque, time, from, from, NULL, out);
}
