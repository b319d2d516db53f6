#pragma once

// The used functions: library, result, name, parameters, arguments.
// clang-format off
#define SEGUE_TEXT_FUNCTIONS(F) \
  F(FcFontSet *, FcFontList, (FcConfig *config, FcPattern *pattern, FcObjectSet *keys), (config, pattern, keys)) \
  F(void, FcFontSetDestroy, (FcFontSet *fonts), (fonts)) \
  F(int, FcObjectSetAdd, (FcObjectSet *keys, const char *key), (keys, key)) \
  F(FcObjectSet *, FcObjectSetCreate, (void), ()) \
  F(void, FcObjectSetDestroy, (FcObjectSet *keys), (keys)) \
  F(FcPattern *, FcPatternCreate, (void), ()) \
  F(void, FcPatternDestroy, (FcPattern *pattern), (pattern)) \
  F(FcResult, FcPatternGetString, (const FcPattern *pattern, const char *key, int index, FcChar8 **value), (pattern, key, index, value)) \
  F(void, cairo_arc, (cairo_t *context, double x, double y, double radius, double from, double to), (context, x, y, radius, from, to)) \
  F(void, cairo_close_path, (cairo_t *context), (context)) \
  F(cairo_t *, cairo_create, (cairo_surface_t *target), (target)) \
  F(void, cairo_destroy, (cairo_t *context), (context)) \
  F(void, cairo_fill, (cairo_t *context), (context)) \
  F(cairo_font_options_t *, cairo_font_options_create, (void), ()) \
  F(void, cairo_font_options_destroy, (cairo_font_options_t *options), (options)) \
  F(void, cairo_font_options_set_antialias, (cairo_font_options_t *options, cairo_antialias_t value), (options, value)) \
  F(void, cairo_font_options_set_hint_metrics, (cairo_font_options_t *options, cairo_hint_metrics_t value), (options, value)) \
  F(void, cairo_font_options_set_hint_style, (cairo_font_options_t *options, cairo_hint_style_t value), (options, value)) \
  F(void, cairo_get_current_point, (cairo_t *context, double *x, double *y), (context, x, y)) \
  F(cairo_surface_t *, cairo_get_target, (cairo_t *context), (context)) \
  F(cairo_surface_t *, cairo_image_surface_create, (cairo_format_t format, int width, int height), (format, width, height)) \
  F(cairo_surface_t *, cairo_image_surface_create_for_data, (unsigned char *data, cairo_format_t format, int width, int height, int stride), (data, format, width, height, stride)) \
  F(unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *surface), (surface)) \
  F(int, cairo_image_surface_get_height, (cairo_surface_t *surface), (surface)) \
  F(int, cairo_image_surface_get_stride, (cairo_surface_t *surface), (surface)) \
  F(int, cairo_image_surface_get_width, (cairo_surface_t *surface), (surface)) \
  F(void, cairo_mask_surface, (cairo_t *context, cairo_surface_t *surface, double x, double y), (context, surface, x, y)) \
  F(void, cairo_move_to, (cairo_t *context, double x, double y), (context, x, y)) \
  F(void, cairo_new_sub_path, (cairo_t *context), (context)) \
  F(void, cairo_set_line_join, (cairo_t *context, cairo_line_join_t join), (context, join)) \
  F(void, cairo_set_line_width, (cairo_t *context, double width), (context, width)) \
  F(void, cairo_set_source_rgba, (cairo_t *context, double red, double green, double blue, double alpha), (context, red, green, blue, alpha)) \
  F(cairo_status_t, cairo_status, (cairo_t *context), (context)) \
  F(const char *, cairo_status_to_string, (cairo_status_t status), (status)) \
  F(void, cairo_stroke, (cairo_t *context), (context)) \
  F(void, cairo_surface_destroy, (cairo_surface_t *surface), (surface)) \
  F(void, cairo_surface_finish, (cairo_surface_t *surface), (surface)) \
  F(void, cairo_surface_flush, (cairo_surface_t *surface), (surface)) \
  F(void, cairo_surface_mark_dirty, (cairo_surface_t *surface), (surface)) \
  F(void, g_error_free, (GError *error), (error)) \
  F(void, g_free, (void *memory), (memory)) \
  F(void, g_object_unref, (void *object), (object)) \
  F(PangoAttrList *, pango_attr_list_filter, (PangoAttrList *list, PangoAttrFilterFunc takes, void *data), (list, takes, data)) \
  F(void, pango_attr_list_unref, (PangoAttrList *list), (list)) \
  F(PangoFont *, pango_context_load_font, (PangoContext *context, const PangoFontDescription *font), (context, font)) \
  F(void, pango_context_set_round_glyph_positions, (PangoContext *context, int is_rounded), (context, is_rounded)) \
  F(PangoFontDescription *, pango_font_describe, (PangoFont *font), (font)) \
  F(void, pango_font_description_free, (PangoFontDescription *font), (font)) \
  F(PangoFontDescription *, pango_font_description_from_string, (const char *text), (text)) \
  F(const char *, pango_font_description_get_family, (const PangoFontDescription *font), (font)) \
  F(void, pango_font_description_set_absolute_size, (PangoFontDescription *font, double size), (font, size)) \
  F(PangoContext *, pango_font_map_create_context, (PangoFontMap *fonts), (fonts)) \
  F(int, pango_layout_get_baseline, (PangoLayout *layout), (layout)) \
  F(void, pango_layout_get_extents, (PangoLayout *layout, PangoRectangle *ink, PangoRectangle *box), (layout, ink, box)) \
  F(PangoLayoutIter *, pango_layout_get_iter, (PangoLayout *layout), (layout)) \
  F(int, pango_layout_get_line_count, (PangoLayout *layout), (layout)) \
  F(PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout *layout, int line), (layout, line)) \
  F(GSList *, pango_layout_get_lines_readonly, (PangoLayout *layout), (layout)) \
  F(const PangoLogAttr *, pango_layout_get_log_attrs_readonly, (PangoLayout *layout, int *count), (layout, count)) \
  F(const char *, pango_layout_get_text, (PangoLayout *layout), (layout)) \
  F(int, pango_layout_get_unknown_glyphs_count, (PangoLayout *layout), (layout)) \
  F(void, pango_layout_iter_free, (PangoLayoutIter *iterator), (iterator)) \
  F(void, pango_layout_iter_get_cluster_extents, (PangoLayoutIter *iterator, PangoRectangle *ink, PangoRectangle *box), (iterator, ink, box)) \
  F(int, pango_layout_iter_get_index, (PangoLayoutIter *iterator), (iterator)) \
  F(PangoLayoutLine *, pango_layout_iter_get_line_readonly, (PangoLayoutIter *iterator), (iterator)) \
  F(int, pango_layout_iter_next_cluster, (PangoLayoutIter *iterator), (iterator)) \
  F(void, pango_layout_line_get_x_ranges, (PangoLayoutLine *line, int start, int end, int **ranges, int *count), (line, start, end, ranges, count)) \
  F(PangoLayout *, pango_layout_new, (PangoContext *context), (context)) \
  F(void, pango_layout_set_alignment, (PangoLayout *layout, PangoAlignment alignment), (layout, alignment)) \
  F(void, pango_layout_set_attributes, (PangoLayout *layout, PangoAttrList *attributes), (layout, attributes)) \
  F(void, pango_layout_set_font_description, (PangoLayout *layout, const PangoFontDescription *font), (layout, font)) \
  F(void, pango_layout_set_text, (PangoLayout *layout, const char *text, int length), (layout, text, length)) \
  F(void, pango_layout_set_width, (PangoLayout *layout, int width), (layout, width)) \
  F(void, pango_layout_set_wrap, (PangoLayout *layout, PangoWrapMode wrap), (layout, wrap)) \
  F(int, pango_parse_markup, (const char *markup, int length, unsigned int accelerator, PangoAttrList **attributes, char **text, unsigned int *accelerated, GError **error), (markup, length, accelerator, attributes, text, accelerated, error)) \
  F(void, pango_cairo_context_set_font_options, (PangoContext *context, const cairo_font_options_t *options), (context, options)) \
  F(PangoFontMap *, pango_cairo_font_map_new, (void), ()) \
  F(void, pango_cairo_layout_path, (cairo_t *context, PangoLayout *layout), (context, layout)) \
  F(void, pango_cairo_show_layout, (cairo_t *context, PangoLayout *layout), (context, layout))
// clang-format on
