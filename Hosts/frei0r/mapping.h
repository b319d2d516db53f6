#pragma once

/* The parameters of a transition's frei0r plug-in, in order: `progress`, the transition's parameters except pictures, which
   frei0r does not support, `timing` and `filter`. Numbers are 0 to 1 in frei0r; the explanation gives their real bounds. */

#include <math.h>
#include <segue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_parameters = 32, text_size = 512 };

typedef enum { kind_progress, kind_number, kind_whole, kind_truth, kind_color, kind_text } mapped_kind;

typedef struct {
  mapped_kind kind;
  const char *name;
  /* The transition's parameter; NULL for parameters that all transitions have. */
  const segue_parameter *own;
  /* The default: 0 to 1 for numbers and Booleans, 0xRRGGBB for colours. */
  double value;
  char explanation[text_size];
} mapped_parameter;

typedef struct {
  const segue_description *transition;
  size_t count;
  mapped_parameter parameters[most_parameters];
} mapping;

static inline mapped_parameter *mapping_add(mapping *map, mapped_kind kind, const char *name, const char *explanation) {
  mapped_parameter *added = &map->parameters[map->count++];
  *added = (mapped_parameter){.kind = kind, .name = name};
  snprintf(added->explanation, sizeof added->explanation, "%s", explanation);
  return added;
}

static inline void mapping_add_own(mapping *map, const segue_parameter *own) {
  const int is_number = !strcmp(own->type, "float") || !strcmp(own->type, "int");
  char text[text_size];
  mapped_kind kind = kind_text;
  if (is_number) {
    kind = *own->type == 'i' ? kind_whole : kind_number;
    snprintf(text, sizeof text, "%s Values 0 to 1 are scaled to %g to %g%s%s; default %s.", own->summary, own->minimum, own->maximum,
        own->unit ? ", " : "", own->unit ? own->unit : "", own->value);
  } else if (!strcmp(own->type, "bool")) {
    kind = kind_truth;
    snprintf(text, sizeof text, "%s", own->summary);
  } else if (!strcmp(own->type, "color")) {
    kind = kind_color;
    snprintf(text, sizeof text, "%s Default %s.", own->summary, own->value);
  } else {
    int length = snprintf(text, sizeof text, "%s ", own->summary);
    for (const char *const *word = own->choices; word && *word; word++) {
      length += snprintf(text + length, sizeof text - (size_t)length, "%s%s", word == own->choices ? "One of " : ", ", *word);
    }
    snprintf(text + length, sizeof text - (size_t)length, "%sefault %s.", own->choices ? "; d" : "D", own->value);
  }
  mapped_parameter *added = mapping_add(map, kind, own->name, text);
  added->own = own;
  if (is_number) added->value = (atof(own->value) - own->minimum) / (own->maximum - own->minimum);
  if (kind == kind_truth) added->value = !strcmp(own->value, "true");
  if (kind == kind_color) added->value = (double)strtol(own->value + 1, NULL, 16);
}

/* Makes the mapping of the built-in called `name`; the transition is NULL if there is no such built-in. */
static inline void mapping_make(mapping *map, const char *name) {
  *map = (mapping){0};
  size_t count = 0;
  const segue_description *all = segue_transitions(&count);
  for (size_t i = 0; i < count; i++) {
    if (!strcmp(all[i].name, name)) map->transition = &all[i];
  }
  if (!map->transition) return;
  mapping_add(map, kind_progress, "progress",
      "0 shows the first input and 1 the second; keyframe it from the first frame of the transition to the last.");
  for (size_t i = 0; i < map->transition->parameter_count; i++) {
    const segue_parameter *own = &map->transition->parameters[i];
    if (strcmp(own->type, "texture") && map->count + 2 < most_parameters) mapping_add_own(map, own);
  }
  mapping_add(map, kind_text, "timing",
      "The curve from time to progress, such as ease-in-out, steps(4) or spring(0.8), with progress taken as the fraction of "
      "the time; empty leaves progress unchanged.");
  mapping_add(map, kind_text, "filter", "Filters of the frame, such as sepia blur(0.02*p); empty for none.");
}
