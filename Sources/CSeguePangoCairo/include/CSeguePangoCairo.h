#pragma once

#include <stdbool.h>

// The parts of Pango, Cairo and fontconfig that are used, as their own headers have them. They bring fonts, scripts and
// a window system's libraries with them, which take longer to load than the rest of the program: they are loaded when
// the first text is set.

// Loads them on its first call. Returns null, or the missing name. Nothing else here may be called before.
const char *segue_load_text_libraries(void);

// fontconfig

#define FC_FONTFORMAT "fontformat"
typedef struct _FcConfig FcConfig;
typedef struct _FcPattern FcPattern;
typedef struct _FcObjectSet FcObjectSet;
typedef unsigned char FcChar8;
typedef enum { FcResultMatch = 0 } FcResult;
typedef struct {
  int nfont;
  int sfont;
  FcPattern **fonts;
} FcFontSet;

// Cairo

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef enum { CAIRO_STATUS_SUCCESS = 0 } cairo_status_t;
typedef enum { CAIRO_FORMAT_ARGB32 = 0, CAIRO_FORMAT_A8 = 2 } cairo_format_t;
typedef enum { CAIRO_ANTIALIAS_GRAY = 2 } cairo_antialias_t;
typedef enum { CAIRO_HINT_STYLE_NONE = 1 } cairo_hint_style_t;
typedef enum { CAIRO_HINT_METRICS_OFF = 1 } cairo_hint_metrics_t;
typedef enum { CAIRO_LINE_JOIN_ROUND = 1 } cairo_line_join_t;

// Pango

// Units of a pixel.
#define PANGO_SCALE 1024
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFont PangoFont;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoAttrList PangoAttrList;
typedef enum { PANGO_ALIGN_LEFT = 0, PANGO_ALIGN_CENTER = 1, PANGO_ALIGN_RIGHT = 2 } PangoAlignment;
typedef enum { PANGO_WRAP_WORD_CHAR = 2 } PangoWrapMode;
typedef struct {
  int x;
  int y;
  int width;
  int height;
} PangoRectangle;

// A glyph that is not drawn.
#define PANGO_GLYPH_EMPTY 0x0FFFFFFF
typedef struct _GSList {
  void *data;
  struct _GSList *next;
} GSList;
typedef struct {
  unsigned int glyph;
  int geometry[3];
  unsigned int attributes;
} PangoGlyphInfo;
typedef struct {
  int num_glyphs;
  PangoGlyphInfo *glyphs;
  // The byte of the item's text at which the cluster of each glyph begins.
  int *log_clusters;
} PangoGlyphString;
typedef struct {
  // The byte of the layout's text at which it begins.
  int offset;
} PangoItem;
typedef struct {
  PangoItem *item;
  PangoGlyphString *glyphs;
} PangoGlyphItem;
typedef struct {
  PangoLayout *layout;
  int start_index;
  int length;
  // Of PangoGlyphItem.
  GSList *runs;
} PangoLayoutLine;
// Bits, the first of which says that a line may be broken before the character.
typedef unsigned int PangoLogAttr;
typedef enum {
  PANGO_ATTR_STYLE = 3,
  PANGO_ATTR_WEIGHT = 4,
  PANGO_ATTR_FOREGROUND = 9,
  PANGO_ATTR_FOREGROUND_ALPHA = 24
} PangoAttrType;
typedef struct {
  PangoAttrType type;
} PangoAttrClass;
typedef struct {
  const PangoAttrClass *klass;
} PangoAttribute;
typedef int (*PangoAttrFilterFunc)(PangoAttribute *attribute, void *data);
typedef struct {
  unsigned int domain;
  int code;
  char *message;
} GError;

#include "TextFunctions.h"

// Hidden, or a library that is loaded later, such as libass, would find them in the place of the real ones.
#define DECLARE(result, name, parameters, arguments) \
  __attribute__((visibility("hidden"))) result name parameters;
SEGUE_TEXT_FUNCTIONS(DECLARE)
#undef DECLARE
