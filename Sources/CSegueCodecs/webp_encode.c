// RGBA8 to WebP, still and animated.
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "SegueEncode.h"
#include "support.h"

void segue_bytes_free(SegueBytes *bytes) {
  free(bytes->bytes);
  bytes->bytes = NULL;
  bytes->length = 0;
}

static bool configure(WebPConfig *config, SegueWebPOptions options) {
  if (!WebPConfigInit(config)) return false;
  config->quality = options.quality;
  config->method = options.effort;
  config->lossless = options.lossless;
  config->exact = options.lossless;
  return WebPValidateConfig(config);
}

// Takes over the pixels; alpha is dropped where the caller says that there is none.
static bool import(WebPPicture *picture, const uint8_t *pixels, bool has_alpha) {
  int stride = picture->width * 4;
  picture->use_argb = 1;
  return has_alpha ? WebPPictureImportRGBA(picture, pixels, stride)
                   : WebPPictureImportRGBX(picture, pixels, stride);
}

static SegueStatus fail(SegueMessage *message, const char *text) {
  segue_say(message, "%s", text);
  return segue_cannot_encode;
}

SegueStatus segue_webp_encode(const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha,
                              SegueWebPOptions options, SegueBytes *result, SegueMessage *message) {
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  if (!configure(&config, options) || !WebPPictureInit(&picture)) return fail(message, "the options are wrong");
  if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION)
    return fail(message, "WebP has at most 16383 pixels per side");
  WebPMemoryWriterInit(&writer);
  picture.width = (int)width;
  picture.height = (int)height;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  SegueStatus status = segue_no_memory;
  if (import(&picture, pixels, has_alpha)) {
    status = segue_ok;
    if (!WebPEncode(&config, &picture)) {
      segue_say(message, "libwebp error %d", (int)picture.error_code);
      status = picture.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY ? segue_no_memory : segue_cannot_encode;
    }
  }
  WebPPictureFree(&picture);
  if (status == segue_ok) {
    // libwebp's allocator is malloc, so that free takes it back.
    result->bytes = writer.mem;
    result->length = writer.size;
  } else {
    WebPMemoryWriterClear(&writer);
  }
  return status;
}

struct SegueWebPAnimation {
  WebPAnimEncoder *encoder;
  WebPConfig config;
  int width;
  int height;
};

SegueWebPAnimation *segue_webp_animation_create(uint32_t width, uint32_t height, uint32_t loops,
                                                SegueWebPOptions options) {
  SegueWebPAnimation *animation = calloc(1, sizeof *animation);
  if (animation == NULL) return NULL;
  WebPAnimEncoderOptions encoder;
  bool is_ready = WebPAnimEncoderOptionsInit(&encoder) && configure(&animation->config, options);
  if (is_ready) {
    encoder.anim_params.loop_count = (int)loops;
    animation->width = (int)width;
    animation->height = (int)height;
    animation->encoder = WebPAnimEncoderNew((int)width, (int)height, &encoder);
  }
  if (animation->encoder != NULL) return animation;
  free(animation);
  return NULL;
}

static SegueStatus explain(SegueWebPAnimation *animation, SegueMessage *message) {
  return fail(message, WebPAnimEncoderGetError(animation->encoder));
}

SegueStatus segue_webp_animation_add(SegueWebPAnimation *animation, const uint8_t *pixels, bool has_alpha,
                                     int timestamp, SegueMessage *message) {
  WebPPicture picture;
  if (!WebPPictureInit(&picture)) return segue_no_memory;
  picture.width = animation->width;
  picture.height = animation->height;
  SegueStatus status = segue_no_memory;
  if (import(&picture, pixels, has_alpha)) {
    bool is_added = WebPAnimEncoderAdd(animation->encoder, &picture, timestamp, &animation->config);
    status = is_added ? segue_ok : explain(animation, message);
  }
  WebPPictureFree(&picture);
  return status;
}

SegueStatus segue_webp_animation_finish(SegueWebPAnimation *animation, int timestamp, SegueBytes *result,
                                        SegueMessage *message) {
  WebPData data;
  WebPDataInit(&data);
  bool is_done = WebPAnimEncoderAdd(animation->encoder, NULL, timestamp, NULL) &&
                 WebPAnimEncoderAssemble(animation->encoder, &data);
  if (!is_done) return explain(animation, message);
  result->bytes = (uint8_t *)(uintptr_t)data.bytes;
  result->length = data.size;
  return segue_ok;
}

void segue_webp_animation_free(SegueWebPAnimation *animation) {
  if (animation == NULL) return;
  WebPAnimEncoderDelete(animation->encoder);
  free(animation);
}
