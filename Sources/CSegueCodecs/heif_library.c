// libheif loads the decoders of four formats, which takes longer than loading the rest of the
// program. It is therefore loaded with the first HEIC or AVIF. Wrappers with its function names
// hide this from callers.
#include "heif_library.h"

#include <libheif/heif.h>
#include <pthread.h>
#include <stddef.h>

#include "CSegueLoading.h"

// The used functions: result, name, parameters, arguments.
#define EACH_FUNCTION(F)                                                                                               \
  F(struct heif_context *, heif_context_alloc, (void), ())                                                             \
  F(void, heif_context_free, (struct heif_context * context), (context))                                               \
  F(void, heif_context_set_maximum_image_size_limit, (struct heif_context * context, int side), (context, side))       \
  F(struct heif_error, heif_context_read_from_memory_without_copy,                                                     \
    (struct heif_context * context, const void *data, size_t length, const struct heif_reading_options *options),      \
    (context, data, length, options))                                                                                  \
  F(struct heif_error, heif_context_get_primary_image_handle,                                                          \
    (struct heif_context * context, struct heif_image_handle * *handle), (context, handle))                            \
  F(void, heif_image_handle_release, (const struct heif_image_handle *handle), (handle))                               \
  F(int, heif_image_handle_get_width, (const struct heif_image_handle *handle), (handle))                              \
  F(int, heif_image_handle_get_height, (const struct heif_image_handle *handle), (handle))                             \
  F(int, heif_image_handle_get_ispe_width, (const struct heif_image_handle *handle), (handle))                         \
  F(int, heif_image_handle_get_ispe_height, (const struct heif_image_handle *handle), (handle))                        \
  F(int, heif_image_handle_has_alpha_channel, (const struct heif_image_handle *handle), (handle))                      \
  F(int, heif_image_handle_is_premultiplied_alpha, (const struct heif_image_handle *handle), (handle))                 \
  F(enum heif_color_profile_type, heif_image_handle_get_color_profile_type, (const struct heif_image_handle *handle),  \
    (handle))                                                                                                          \
  F(size_t, heif_image_handle_get_raw_color_profile_size, (const struct heif_image_handle *handle), (handle))          \
  F(struct heif_error, heif_image_handle_get_raw_color_profile, (const struct heif_image_handle *handle, void *data),  \
    (handle, data))                                                                                                    \
  F(struct heif_decoding_options *, heif_decoding_options_alloc, (void), ())                                           \
  F(void, heif_decoding_options_free, (struct heif_decoding_options * options), (options))                             \
  F(struct heif_error, heif_decode_image,                                                                              \
    (const struct heif_image_handle *handle, struct heif_image **image, enum heif_colorspace space,                    \
     enum heif_chroma chroma, const struct heif_decoding_options *options),                                            \
    (handle, image, space, chroma, options))                                                                           \
  F(void, heif_image_release, (const struct heif_image *image), (image))                                               \
  F(int, heif_image_get_width, (const struct heif_image *image, enum heif_channel channel), (image, channel))          \
  F(int, heif_image_get_height, (const struct heif_image *image, enum heif_channel channel), (image, channel))         \
  F(int, heif_image_handle_get_luma_bits_per_pixel, (const struct heif_image_handle *handle), (handle))                \
  F(struct heif_error, heif_image_handle_get_nclx_color_profile,                                                       \
    (const struct heif_image_handle *handle, struct heif_color_profile_nclx **profile), (handle, profile))             \
  F(void, heif_nclx_color_profile_free, (struct heif_color_profile_nclx * profile), (profile))                         \
  F(int, heif_image_get_bits_per_pixel_range, (const struct heif_image *image, enum heif_channel channel),             \
    (image, channel))                                                                                                  \
  F(const uint8_t *, heif_image_get_plane_readonly,                                                                    \
    (const struct heif_image *image, enum heif_channel channel, int *stride), (image, channel, stride))

#define POINTER(result, name, parameters, arguments) result(*name) parameters;
static struct { EACH_FUNCTION(POINTER) } library;

#define FORWARD(result, name, parameters, arguments) \
  result name parameters { return library.name arguments; }
EACH_FUNCTION(FORWARD)

static bool is_there;

static void load(void) {
#define ENTRY(result, name, parameters, arguments) {#name, (void **)&library.name},
  static const SegueFunction functions[] = {EACH_FUNCTION(ENTRY)};
  is_there = segue_load(SEGUE_LIBRARY("heif", "1"), functions, sizeof functions / sizeof *functions) == NULL;
}

bool segue_load_heif(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_there;
}
