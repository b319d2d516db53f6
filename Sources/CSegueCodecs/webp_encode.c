// Encodes RGBA8 to WebP, still and animated.
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

// Imports the pixels; alpha is dropped unless `has_alpha` is true.
static bool import(WebPPicture *picture, const uint8_t *pixels, int stride, bool has_alpha) {
  picture->use_argb = 1;
  return has_alpha ? WebPPictureImportRGBA(picture, pixels, stride)
                   : WebPPictureImportRGBX(picture, pixels, stride);
}

static SegueStatus fail(SegueMessage *message, const char *text) {
  segue_say(message, "%s", text);
  return segue_cannot_encode;
}

// Encodes pixels whose rows are `stride` bytes apart.
static SegueStatus encode(const uint8_t *pixels, int width, int height, int stride, bool has_alpha,
                          const WebPConfig *config, SegueBytes *result, SegueMessage *message) {
  WebPPicture picture;
  WebPMemoryWriter writer;
  if (!WebPPictureInit(&picture)) return fail(message, "libwebp's version does not match the program's");
  WebPMemoryWriterInit(&writer);
  picture.width = width;
  picture.height = height;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  SegueStatus status = segue_no_memory;
  if (import(&picture, pixels, stride, has_alpha)) {
    status = segue_ok;
    if (!WebPEncode(config, &picture)) {
      segue_say(message, "libwebp error %d", (int)picture.error_code);
      status = picture.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY ? segue_no_memory : segue_cannot_encode;
    }
  }
  WebPPictureFree(&picture);
  if (status == segue_ok) {
    // libwebp's allocator is malloc, so the caller can free it.
    result->bytes = writer.mem;
    result->length = writer.size;
  } else {
    WebPMemoryWriterClear(&writer);
  }
  return status;
}

SegueStatus segue_webp_encode(const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha,
                              SegueWebPOptions options, SegueBytes *result, SegueMessage *message) {
  WebPConfig config;
  if (!configure(&config, options)) return fail(message, "libwebp rejects the options");
  if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION)
    return fail(message, "WebP has at most 16383 pixels per side");
  return encode(pixels, (int)width, (int)height, (int)width * 4, has_alpha, &config, result, message);
}

// libwebp's own animation encoder skips small differences from the previous frame, so a slow fade
// never completes. Here the caller states the changed part, which replaces the old pixels.
struct SegueWebPAnimation {
  WebPMux *mux;
  WebPConfig config;
  int width;
  // The frame whose duration is not known yet.
  WebPMuxFrameInfo frame;
  int timestamp;
};

static void drop_frame(SegueWebPAnimation *animation) {
  free((void *)(uintptr_t)animation->frame.bitstream.bytes);
  WebPDataInit(&animation->frame.bitstream);
}

SegueWebPAnimation *segue_webp_animation_create(uint32_t width, uint32_t height, uint32_t loops,
                                                SegueWebPOptions options) {
  SegueWebPAnimation *animation = calloc(1, sizeof *animation);
  if (animation == NULL) return NULL;
  animation->mux = WebPMuxNew();
  animation->width = (int)width;
  WebPMuxAnimParams params = {.bgcolor = 0xffffffff, .loop_count = (int)loops};
  if (animation->mux != NULL && configure(&animation->config, options) &&
      WebPMuxSetCanvasSize(animation->mux, (int)width, (int)height) == WEBP_MUX_OK &&
      WebPMuxSetAnimationParams(animation->mux, &params) == WEBP_MUX_OK)
    return animation;
  segue_webp_animation_free(animation);
  return NULL;
}

// Writes the pending frame to the file, now that its end is known.
static SegueStatus push(SegueWebPAnimation *animation, int timestamp, SegueMessage *message) {
  if (animation->frame.bitstream.bytes == NULL) return segue_ok;
  animation->frame.duration = timestamp - animation->timestamp;
  WebPMuxError error = WebPMuxPushFrame(animation->mux, &animation->frame, 1);
  drop_frame(animation);
  if (error == WEBP_MUX_OK) return segue_ok;
  if (error == WEBP_MUX_MEMORY_ERROR) return segue_no_memory;
  return fail(message, "a frame of a WebP lasts at most 16777 seconds");
}

// Makes a block transparent in its mean colour: it compresses well and does not affect its
// neighbours' colours.
static void clear_block(uint8_t *pixels, size_t stride, size_t width, size_t height) {
  uint32_t sum[3] = {0};
  for (size_t y = 0; y < height; y++)
    for (size_t x = 0; x < width; x++)
      for (size_t channel = 0; channel < 3; channel++) sum[channel] += pixels[y * stride + x * 4 + channel];
  for (size_t y = 0; y < height; y++)
    for (size_t x = 0; x < width; x++) {
      uint8_t *pixel = pixels + y * stride + x * 4;
      for (size_t channel = 0; channel < 3; channel++) pixel[channel] = (uint8_t)(sum[channel] / (width * height));
      pixel[3] = 0;
    }
}

// A copy of the part in which unchanged blocks of 8 by 8 pixels are cleared. Null if few blocks are
// unchanged, or without memory.
static uint8_t *changes(const uint8_t *pixels, const uint8_t *previous, size_t stride, size_t width, size_t height) {
  uint8_t *copy = malloc(width * height * 4);
  if (copy == NULL) return NULL;
  for (size_t y = 0; y < height; y++) memcpy(copy + y * width * 4, pixels + y * stride, width * 4);
  size_t cleared = 0;
  for (size_t top = 0; top < height; top += 8) {
    size_t bottom = top + 8 < height ? top + 8 : height;
    for (size_t left = 0; left < width; left += 8) {
      size_t length = (left + 8 < width ? 8 : width - left) * 4;
      size_t y = top;
      while (y < bottom && memcmp(pixels + y * stride + left * 4, previous + y * stride + left * 4, length) == 0) y++;
      if (y < bottom) continue;
      clear_block(copy + (top * width + left) * 4, width * 4, length / 4, bottom - top);
      cleared += (bottom - top) * (length / 4);
    }
  }
  if (cleared * 8 >= width * height) return copy;
  free(copy);
  return NULL;
}

SegueStatus segue_webp_animation_add(SegueWebPAnimation *animation, const uint8_t *pixels, const uint8_t *previous,
                                     SegueWebPPart part, bool has_alpha, int timestamp, SegueMessage *message) {
  SegueStatus status = push(animation, timestamp, message);
  if (status != segue_ok) return status;
  int stride = animation->width * 4;
  size_t offset = (size_t)part.y * (size_t)stride + (size_t)part.x * 4;
  // When blending, an opaque pixel replaces the old one, and a transparent one keeps it. A picture
  // with alpha could not express both.
  uint8_t *changed = NULL;
  if (previous != NULL && !has_alpha)
    changed = changes(pixels + offset, previous + offset, (size_t)stride, part.width, part.height);
  bool blends = changed != NULL;
  SegueBytes bytes;
  if (blends) {
    WebPConfig config = animation->config;
    config.exact = 1;
    status = encode(changed, (int)part.width, (int)part.height, (int)part.width * 4, true, &config, &bytes, message);
  } else {
    status = encode(pixels + offset, (int)part.width, (int)part.height, stride, has_alpha, &animation->config, &bytes,
                    message);
  }
  free(changed);
  if (status != segue_ok) return status;
  animation->frame = (WebPMuxFrameInfo){.bitstream = {.bytes = bytes.bytes, .size = bytes.length},
                                        .x_offset = (int)part.x,
                                        .y_offset = (int)part.y,
                                        .id = WEBP_CHUNK_ANMF,
                                        .dispose_method = WEBP_MUX_DISPOSE_NONE,
                                        .blend_method = blends ? WEBP_MUX_BLEND : WEBP_MUX_NO_BLEND};
  animation->timestamp = timestamp;
  return segue_ok;
}

SegueStatus segue_webp_animation_finish(SegueWebPAnimation *animation, int timestamp, SegueBytes *result,
                                        SegueMessage *message) {
  SegueStatus status = push(animation, timestamp, message);
  if (status != segue_ok) return status;
  WebPData data;
  WebPDataInit(&data);
  WebPMuxError error = WebPMuxAssemble(animation->mux, &data);
  if (error == WEBP_MUX_MEMORY_ERROR) return segue_no_memory;
  if (error != WEBP_MUX_OK) return fail(message, "libwebp cannot assemble the frames");
  result->bytes = (uint8_t *)(uintptr_t)data.bytes;
  result->length = data.size;
  return segue_ok;
}

void segue_webp_animation_free(SegueWebPAnimation *animation) {
  if (animation == NULL) return;
  drop_frame(animation);
  WebPMuxDelete(animation->mux);
  free(animation);
}
