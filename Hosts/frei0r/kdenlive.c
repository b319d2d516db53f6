/* Writes the description of a transition for Kdenlive: kdenlive NAME > segue_NAME.xml. Without a name it lists the
   transitions. Kdenlive has no text fields for compositions, so text parameters of frei0r are included only if they are
   choices. */

#include "mapping.h"

static void escaped(const char *text) {
  for (; *text; text++) {
    switch (*text) {
      case '&': fputs("&amp;", stdout); break;
      case '<': fputs("&lt;", stdout); break;
      case '"': fputs("&quot;", stdout); break;
      default: putchar(*text);
    }
  }
}

static void parameter(const mapped_parameter *parameter, size_t index) {
  const segue_parameter *own = parameter->own;
  const int is_timing = !strcmp(parameter->name, "timing") && !own;
  if (parameter->kind == kind_text && !is_timing && !(own && own->choices)) return;
  printf("    <parameter name=\"%zu\" ", index);
  switch (parameter->kind) {
    case kind_progress: printf("type=\"animated\" default=\"0=0;-1=1\" min=\"0\" max=\"1\" decimals=\"3\" intimeline=\"1\""); break;
    case kind_number:
    case kind_whole: printf("type=\"constant\" default=\"%.6g\" min=\"0\" max=\"1\" decimals=\"3\"", parameter->value); break;
    case kind_truth: printf("type=\"bool\" default=\"%g\" min=\"0\" max=\"1\"", parameter->value); break;
    case kind_color: printf("type=\"color\" default=\"0x%06lxff\"", (unsigned long)parameter->value); break;
    case kind_text:
      printf("type=\"list\" default=\"%s\" paramlist=\"", own ? own->value : "linear");
      if (is_timing) printf("linear;ease;ease-in;ease-out;ease-in-out;spring(0.5);spring(0.8);spring(1)");
      for (const char *const *word = own ? own->choices : NULL; word && *word; word++) {
        printf("%s%s", word == own->choices ? "" : ";", *word);
      }
      printf("\"");
  }
  printf(">\n        <name>");
  escaped(parameter->name);
  printf("</name>\n        <comment>");
  escaped(parameter->explanation);
  printf("</comment>\n    </parameter>\n");
}

int main(int count, char **arguments) {
  mapping map = {0};
  if (count == 1) {
    size_t transitions = 0;
    const segue_description *all = segue_transitions(&transitions);
    for (size_t i = 0; i < transitions; i++) puts(all[i].name);
    return 0;
  }
  if (count == 2) mapping_make(&map, arguments[1]);
  if (!map.transition) {
    fprintf(stderr, "usage: kdenlive [NAME], one of the built-in transitions\n");
    return 64;
  }
  char name[64];
  snprintf(name, sizeof name, "%s", arguments[1]);
  for (char *p = name; *p; p++) *p = *p == '-' ? '_' : *p;
  printf("<?xml version=\"1.0\"?>\n<!DOCTYPE kpartgui>\n<transition tag=\"frei0r.segue_%s\" id=\"frei0r.segue_%s\">\n", name, name);
  printf("    <name>Segue: %s</name>\n    <description>", arguments[1]);
  escaped(map.transition->summary);
  printf("</description>\n    <author>The Segue authors</author>\n");
  for (size_t i = 0; i < map.count; i++) parameter(&map.parameters[i], i);
  printf("</transition>\n");
  return 0;
}
