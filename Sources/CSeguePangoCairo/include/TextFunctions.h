#pragma once

// Each function that is called: its library, result, name, parameters, arguments.
// clang-format off
#define SEGUE_TEXT_FUNCTIONS(F) \
  F(fontconfig, FcFontSet *, FcFontList, (FcConfig *config, FcPattern *pattern, FcObjectSet *keys), (config, pattern, keys)) \
  F(fontconfig, void, FcFontSetDestroy, (FcFontSet *fonts), (fonts)) \
  F(fontconfig, int, FcObjectSetAdd, (FcObjectSet *keys, const char *key), (keys, key)) \
  F(fontconfig, FcObjectSet *, FcObjectSetCreate, (void), ()) \
  F(fontconfig, void, FcObjectSetDestroy, (FcObjectSet *keys), (keys)) \
  F(fontconfig, FcPattern *, FcPatternCreate, (void), ()) \
  F(fontconfig, void, FcPatternDestroy, (FcPattern *pattern), (pattern)) \
  F(fontconfig, FcResult, FcPatternGetString, (const FcPattern *pattern, const char *key, int index, FcChar8 **value), (pattern, key, index, value)) \
  F(cairo, void, cairo_arc, (cairo_t *context, double x, double y, double radius, double from, double to), (context, x, y, radius, from, to)) \
  F(cairo, void, cairo_close_path, (cairo_t *context), (context)) \
  F(cairo, cairo_t *, cairo_create, (cairo_surface_t *target), (target)) \
  F(cairo, void, cairo_destroy, (cairo_t *context), (context)) \
  F(cairo, void, cairo_fill, (cairo_t *context), (context)) \
  F(cairo, cairo_font_options_t *, cairo_font_options_create, (void), ()) \
  F(cairo, void, cairo_font_options_destroy, (cairo_font_options_t *options), (options)) \
  F(cairo, void, cairo_font_options_set_antialias, (cairo_font_options_t *options, cairo_antialias_t value), (options, value)) \
  F(cairo, void, cairo_font_options_set_hint_metrics, (cairo_font_options_t *options, cairo_hint_metrics_t value), (options, value)) \
  F(cairo, void, cairo_font_options_set_hint_style, (cairo_font_options_t *options, cairo_hint_style_t value), (options, value)) \
  F(cairo, void, cairo_get_current_point, (cairo_t *context, double *x, double *y), (context, x, y)) \
  F(cairo, cairo_surface_t *, cairo_get_target, (cairo_t *context), (context)) \
  F(cairo, cairo_surface_t *, cairo_image_surface_create, (cairo_format_t format, int width, int height), (format, width, height)) \
  F(cairo, cairo_surface_t *, cairo_image_surface_create_for_data, (unsigned char *data, cairo_format_t format, int width, int height, int stride), (data, format, width, height, stride)) \
  F(cairo, unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *surface), (surface)) \
  F(cairo, int, cairo_image_surface_get_height, (cairo_surface_t *surface), (surface)) \
  F(cairo, int, cairo_image_surface_get_stride, (cairo_surface_t *surface), (surface)) \
  F(cairo, int, cairo_image_surface_get_width, (cairo_surface_t *surface), (surface)) \
  F(cairo, void, cairo_mask_surface, (cairo_t *context, cairo_surface_t *surface, double x, double y), (context, surface, x, y)) \
  F(cairo, void, cairo_move_to, (cairo_t *context, double x, double y), (context, x, y)) \
  F(cairo, void, cairo_new_sub_path, (cairo_t *context), (context)) \
  F(cairo, void, cairo_set_line_join, (cairo_t *context, cairo_line_join_t join), (context, join)) \
  F(cairo, void, cairo_set_line_width, (cairo_t *context, double width), (context, width)) \
  F(cairo, void, cairo_set_source_rgba, (cairo_t *context, double red, double green, double blue, double alpha), (context, red, green, blue, alpha)) \
  F(cairo, cairo_status_t, cairo_status, (cairo_t *context), (context)) \
  F(cairo, const char *, cairo_status_to_string, (cairo_status_t status), (status)) \
  F(cairo, void, cairo_stroke, (cairo_t *context), (context)) \
  F(cairo, void, cairo_surface_destroy, (cairo_surface_t *surface), (surface)) \
  F(cairo, void, cairo_surface_finish, (cairo_surface_t *surface), (surface)) \
  F(cairo, void, cairo_surface_flush, (cairo_surface_t *surface), (surface)) \
  F(cairo, void, cairo_surface_mark_dirty, (cairo_surface_t *surface), (surface)) \
  F(pango, void, g_error_free, (GError *error), (error)) \
  F(pango, void, g_free, (void *memory), (memory)) \
  F(pango, void, g_object_unref, (void *object), (object)) \
  F(pango, PangoAttrList *, pango_attr_list_filter, (PangoAttrList *list, PangoAttrFilterFunc takes, void *data), (list, takes, data)) \
  F(pango, void, pango_attr_list_unref, (PangoAttrList *list), (list)) \
  F(pango, PangoFont *, pango_context_load_font, (PangoContext *context, const PangoFontDescription *font), (context, font)) \
  F(pango, void, pango_context_set_round_glyph_positions, (PangoContext *context, int is_rounded), (context, is_rounded)) \
  F(pango, PangoFontDescription *, pango_font_describe, (PangoFont *font), (font)) \
  F(pango, void, pango_font_description_free, (PangoFontDescription *font), (font)) \
  F(pango, PangoFontDescription *, pango_font_description_from_string, (const char *text), (text)) \
  F(pango, const char *, pango_font_description_get_family, (const PangoFontDescription *font), (font)) \
  F(pango, void, pango_font_description_set_absolute_size, (PangoFontDescription *font, double size), (font, size)) \
  F(pango, PangoContext *, pango_font_map_create_context, (PangoFontMap *fonts), (fonts)) \
  F(pango, int, pango_layout_get_baseline, (PangoLayout *layout), (layout)) \
  F(pango, void, pango_layout_get_extents, (PangoLayout *layout, PangoRectangle *ink, PangoRectangle *box), (layout, ink, box)) \
  F(pango, PangoLayoutIter *, pango_layout_get_iter, (PangoLayout *layout), (layout)) \
  F(pango, int, pango_layout_get_line_count, (PangoLayout *layout), (layout)) \
  F(pango, PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout *layout, int line), (layout, line)) \
  F(pango, GSList *, pango_layout_get_lines_readonly, (PangoLayout *layout), (layout)) \
  F(pango, const PangoLogAttr *, pango_layout_get_log_attrs_readonly, (PangoLayout *layout, int *count), (layout, count)) \
  F(pango, const char *, pango_layout_get_text, (PangoLayout *layout), (layout)) \
  F(pango, int, pango_layout_get_unknown_glyphs_count, (PangoLayout *layout), (layout)) \
  F(pango, void, pango_layout_iter_free, (PangoLayoutIter *iterator), (iterator)) \
  F(pango, void, pango_layout_iter_get_cluster_extents, (PangoLayoutIter *iterator, PangoRectangle *ink, PangoRectangle *box), (iterator, ink, box)) \
  F(pango, int, pango_layout_iter_get_index, (PangoLayoutIter *iterator), (iterator)) \
  F(pango, PangoLayoutLine *, pango_layout_iter_get_line_readonly, (PangoLayoutIter *iterator), (iterator)) \
  F(pango, int, pango_layout_iter_next_cluster, (PangoLayoutIter *iterator), (iterator)) \
  F(pango, void, pango_layout_line_get_x_ranges, (PangoLayoutLine *line, int start, int end, int **ranges, int *count), (line, start, end, ranges, count)) \
  F(pango, PangoLayout *, pango_layout_new, (PangoContext *context), (context)) \
  F(pango, void, pango_layout_set_alignment, (PangoLayout *layout, PangoAlignment alignment), (layout, alignment)) \
  F(pango, void, pango_layout_set_attributes, (PangoLayout *layout, PangoAttrList *attributes), (layout, attributes)) \
  F(pango, void, pango_layout_set_font_description, (PangoLayout *layout, const PangoFontDescription *font), (layout, font)) \
  F(pango, void, pango_layout_set_text, (PangoLayout *layout, const char *text, int length), (layout, text, length)) \
  F(pango, void, pango_layout_set_width, (PangoLayout *layout, int width), (layout, width)) \
  F(pango, void, pango_layout_set_wrap, (PangoLayout *layout, PangoWrapMode wrap), (layout, wrap)) \
  F(pango, int, pango_parse_markup, (const char *markup, int length, unsigned int accelerator, PangoAttrList **attributes, char **text, unsigned int *accelerated, GError **error), (markup, length, accelerator, attributes, text, accelerated, error)) \
  F(pangocairo, void, pango_cairo_context_set_font_options, (PangoContext *context, const cairo_font_options_t *options), (context, options)) \
  F(pangocairo, PangoFontMap *, pango_cairo_font_map_new, (void), ()) \
  F(pangocairo, void, pango_cairo_layout_path, (cairo_t *context, PangoLayout *layout), (context, layout)) \
  F(pangocairo, void, pango_cairo_show_layout, (cairo_t *context, PangoLayout *layout), (context, layout))
// clang-format on
