#pragma once

#include <stdbool.h>

// The used declarations of Pango, Cairo and fontconfig, copied from their headers. The libraries
// depend on font, script and window system libraries and take longer to load than the rest of the
// program. They are loaded with the first text.

// Loads the libraries on the first call; returns the name of a missing library, else null. Call this
// before any other function here.
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

// Units per pixel.
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
  // The byte in the item's text where each glyph's cluster begins.
  int *log_clusters;
} PangoGlyphString;
typedef struct {
  // The start in the layout's text, in bytes.
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
  // PangoGlyphItem elements.
  GSList *runs;
} PangoLayoutLine;
// The attributes of a character, as bits. The first is set if a line may be broken before the character.
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

// Hidden symbols. Otherwise a library that is loaded later, such as libass, would call them instead of
// the libraries' functions.
#define DECLARE(result, name, parameters, arguments) \
  __attribute__((visibility("hidden"))) result name parameters;
SEGUE_TEXT_FUNCTIONS(DECLARE)
#undef DECLARE
