// Renders SVG drawings with librsvg, which is loaded with the first drawing: its libraries take
// longer to load than the rest of the program.
//
// Source: librsvg 2.52's rsvg.h, Cairo's cairo.h; the declarations are repeated here, so that no
// header is needed.
#include "SegueDrawing.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "CSegueLoading.h"
#include "support.h"

typedef struct { unsigned domain; int code; char *message; } GError;
typedef struct { double x, y, width, height; } RsvgRectangle;
typedef struct { double length; int unit; } RsvgLength;

// The used functions: result, name, parameters. Those of Cairo and GLib are found through librsvg,
// which links them.
#define EACH_FUNCTION(F)                                                                                              \
  F(void *, rsvg_handle_new_from_data, (const uint8_t *, size_t, GError **))                                          \
  F(void, rsvg_handle_set_dpi, (void *, double))                                                                      \
  F(int, rsvg_handle_get_intrinsic_size_in_pixels, (void *, double *, double *))                                      \
  F(void, rsvg_handle_get_intrinsic_dimensions,                                                                       \
    (void *, int *, RsvgLength *, int *, RsvgLength *, int *, RsvgRectangle *))                                       \
  F(int, rsvg_handle_render_document, (void *, void *, const RsvgRectangle *, GError **))                             \
  F(void *, cairo_image_surface_create_for_data, (unsigned char *, int, int, int, int))                               \
  F(void *, cairo_create, (void *))                                                                                   \
  F(int, cairo_status, (void *))                                                                                      \
  F(void, cairo_destroy, (void *))                                                                                    \
  F(void, cairo_surface_flush, (void *))                                                                              \
  F(void, cairo_surface_destroy, (void *))                                                                            \
  F(void, g_object_unref, (void *))                                                                                   \
  F(void, g_error_free, (GError *))

#define POINTER(result, name, parameters) result(*name) parameters;
static struct { EACH_FUNCTION(POINTER) } library;
static bool is_there;

static void load(void) {
#define ENTRY(result, name, parameters) {#name, (void **)&library.name},
  static const SegueFunction functions[] = {EACH_FUNCTION(ENTRY)};
  is_there = segue_load(SEGUE_LIBRARY("rsvg-2", "2"), functions, sizeof functions / sizeof *functions) == NULL;
}

bool segue_load_drawings(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_there;
}

static SegueStatus fail(GError *error, SegueMessage *message) {
  segue_say(message, "%s", error != NULL ? error->message : "it cannot be drawn");
  if (error != NULL) library.g_error_free(error);
  return segue_bad_data;
}

SegueStatus segue_drawing_open(const uint8_t *bytes, size_t length, SegueDrawing **drawing, SegueMessage *message) {
  *drawing = NULL;
  if (!segue_load_drawings()) {
    segue_say(message, "librsvg");
    return segue_no_library;
  }
  GError *error = NULL;
  // Data without a base URL cannot refer to other files.
  *drawing = library.rsvg_handle_new_from_data(bytes, length, &error);
  if (*drawing == NULL) return fail(error, message);
  // CSS pixels per inch.
  library.rsvg_handle_set_dpi(*drawing, 96);
  return segue_ok;
}

// A length in pixels; 0 for a missing length, which librsvg reports as a percentage. The font is librsvg's,
// 12 pixels high.
static double pixels(int is_given, RsvgLength length) {
  // Percent, px, em, ex, in, cm, mm, pt, pc.
  static const double units[] = {0, 1, 12, 6, 96, 96 / 2.54, 9.6 / 2.54, 96.0 / 72, 16};
  bool is_known = is_given && length.unit >= 0 && length.unit < (int)(sizeof units / sizeof *units);
  return is_known ? length.length * units[length.unit] : 0;
}

void segue_drawing_size(const SegueDrawing *drawing, double *width, double *height) {
  void *handle = (void *)drawing;
  if (library.rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height)) return;
  int has_width, has_height, has_box;
  RsvgLength lengths[2];
  RsvgRectangle box;
  library.rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &lengths[0], &has_height, &lengths[1], &has_box,
                                               &box);
  // As in browsers: CSS 2.1, sections 10.3.2 and 10.6.2.
  double own_width = pixels(has_width, lengths[0]), own_height = pixels(has_height, lengths[1]);
  *width = has_box ? box.width : 300;
  *height = has_box ? box.height : 150;
  double ratio = has_box && box.width > 0 && box.height > 0 ? box.width / box.height : 0;
  if (own_width > 0) {
    *width = own_width;
    if (ratio > 0) *height = own_width / ratio;
  } else if (own_height > 0) {
    *height = own_height;
    if (ratio > 0) *width = own_height * ratio;
  }
}

SegueStatus segue_drawing_draw(SegueDrawing *drawing, uint32_t width, uint32_t height, uint8_t *pixels,
                               SegueMessage *message) {
  const int argb32 = 0;
  memset(pixels, 0, (size_t)width * height * 4);
  void *surface = library.cairo_image_surface_create_for_data(pixels, argb32, (int)width, (int)height, (int)width * 4);
  void *context = library.cairo_create(surface);
  const RsvgRectangle all = {0, 0, width, height};
  GError *error = NULL;
  bool is_drawn = library.cairo_status(context) == 0 &&
                  library.rsvg_handle_render_document((void *)drawing, context, &all, &error);
  library.cairo_destroy(context);
  library.cairo_surface_flush(surface);
  library.cairo_surface_destroy(surface);
  if (!is_drawn) return fail(error, message);
  // Converts premultiplied native words to bytes with straight alpha.
  for (size_t i = 0; i < (size_t)width * height; i++, pixels += 4) {
    uint32_t word;
    memcpy(&word, pixels, 4);
    uint32_t alpha = word >> 24;
    for (int channel = 0; channel < 3; channel++) {
      uint32_t value = word >> (16 - 8 * channel) & 255;
      pixels[channel] = alpha == 0 ? 0 : (uint8_t)((value * 255 + alpha / 2) / alpha);
    }
    pixels[3] = (uint8_t)alpha;
  }
  return segue_ok;
}

void segue_drawing_close(SegueDrawing *drawing) {
  if (drawing != NULL) library.g_object_unref(drawing);
}
