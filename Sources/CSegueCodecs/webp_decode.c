// Decodes WebP, still and animated, to RGBA8 with straight alpha.
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "support.h"

// Bytes decoded between two checks for a stop.
#define SEGUE_PIECE (1u << 16)

static WebPDemuxer *open_file(const uint8_t *data, size_t length, SegueMessage *message) {
  WebPData all = {.bytes = data, .size = length};
  WebPDemuxer *demuxer = WebPDemux(&all);
  if (demuxer == NULL) segue_say(message, "the file is broken or ends too early");
  return demuxer;
}

static uint32_t orientation(WebPDemuxer *demuxer) {
  WebPChunkIterator chunk;
  uint32_t result = 1;
  if (WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk)) {
    result = segue_exif_orientation(chunk.chunk.bytes, chunk.chunk.size);
    WebPDemuxReleaseChunkIterator(&chunk);
  }
  return result;
}

SegueStatus segue_webp_read_header(const uint8_t *data, size_t length, SegueLimits limits,
                                   SegueImageInfo *info, SegueMessage *message) {
  WebPDemuxer *demuxer = open_file(data, length, message);
  if (demuxer == NULL) return segue_bad_data;
  uint32_t flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS);
  info->width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
  info->height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
  info->layout = segue_pixels_rgba;
  info->has_alpha = (flags & ALPHA_FLAG) != 0;
  info->is_animated = (flags & ANIMATION_FLAG) != 0 && WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT) > 1;
  info->orientation = orientation(demuxer);
  WebPDemuxDelete(demuxer);
  return segue_check_size(info->width, info->height, limits, message);
}

static const char *reason(VP8StatusCode code) {
  switch (code) {
    case VP8_STATUS_OUT_OF_MEMORY: return "there is not enough memory";
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return "the file ends too early";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "it uses a feature that is not supported";
    default: return "its data is corrupt";
  }
}

// Decodes `data` piecewise; returns whether it was stopped.
static bool decode_pieces(const WebPData *data, WebPDecoderConfig *config, const SegueStop *stop,
                          VP8StatusCode *code) {
  WebPIDecoder *decoder = WebPIDecode(NULL, 0, config);
  *code = decoder == NULL ? VP8_STATUS_OUT_OF_MEMORY : VP8_STATUS_SUSPENDED;
  bool is_stopped = false;
  for (size_t end = 0; *code == VP8_STATUS_SUSPENDED && end < data->size && !is_stopped;) {
    end = data->size - end > SEGUE_PIECE ? end + SEGUE_PIECE : data->size;
    *code = WebPIUpdate(decoder, data->bytes, end);
    is_stopped = segue_is_stopped(stop);
  }
  WebPIDelete(decoder);
  return is_stopped;
}

// Decodes a frame at its position on the canvas.
static SegueStatus decode_frame(const WebPIterator *frame, const SegueImageInfo *info, uint8_t *pixels,
                                const SegueStop *stop, SegueMessage *message) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return segue_no_memory;
  VP8StatusCode code = WebPGetFeatures(frame->fragment.bytes, frame->fragment.size, &config.input);
  bool fits = frame->x_offset >= 0 && frame->y_offset >= 0 && frame->width > 0 && frame->height > 0 &&
              (uint64_t)frame->x_offset + (uint64_t)frame->width <= info->width &&
              (uint64_t)frame->y_offset + (uint64_t)frame->height <= info->height;
  if (code != VP8_STATUS_OK || !fits || config.input.width != frame->width ||
      config.input.height != frame->height) {
    segue_say(message, "%s", reason(code == VP8_STATUS_OK ? VP8_STATUS_BITSTREAM_ERROR : code));
    return segue_bad_data;
  }
  size_t stride = (size_t)info->width * 4;
  size_t start = (size_t)frame->y_offset * stride + (size_t)frame->x_offset * 4;
  config.options.use_threads = 1;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels + start;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = stride * info->height - start;
  bool is_stopped = decode_pieces(&frame->fragment, &config, stop, &code);
  WebPFreeDecBuffer(&config.output);
  if (is_stopped) return segue_stopped;
  if (code == VP8_STATUS_OK) return segue_ok;
  segue_say(message, "%s", reason(code));
  return code == VP8_STATUS_OUT_OF_MEMORY ? segue_no_memory : segue_bad_data;
}

static void keep_profile(WebPDemuxer *demuxer, SegueNotes *notes) {
  WebPChunkIterator chunk;
  if (!WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk)) return;
  segue_keep_profile(notes, chunk.chunk.bytes, chunk.chunk.size);
  WebPDemuxReleaseChunkIterator(&chunk);
}

SegueStatus segue_webp_decode(const uint8_t *data, size_t length, const SegueImageInfo *info,
                              uint8_t *pixels, SegueNotes *notes, const SegueStop *stop,
                              SegueMessage *message) {
  memset(notes, 0, sizeof *notes);
  WebPDemuxer *demuxer = open_file(data, length, message);
  if (demuxer == NULL) return segue_bad_data;
  WebPIterator frame;
  SegueStatus status = segue_bad_data;
  if (WebPDemuxGetFrame(demuxer, 1, &frame)) {
    bool covers = (uint32_t)frame.width == info->width && (uint32_t)frame.height == info->height;
    // The area that an animation's first frame does not cover is transparent.
    if (!covers) memset(pixels, 0, (size_t)info->width * info->height * 4);
    status = decode_frame(&frame, info, pixels, stop, message);
    if (status == segue_ok) keep_profile(demuxer, notes);
    WebPDemuxReleaseIterator(&frame);
  } else {
    segue_say(message, "it has no picture");
  }
  WebPDemuxDelete(demuxer);
  return status;
}

struct SegueWebPFrames {
  WebPAnimDecoder *decoder;
};

SegueWebPFrames *segue_webp_frames_open(const uint8_t *data, size_t length, SegueLimits limits,
                                        SegueImageInfo *info, SegueMessage *message) {
  // The size is checked before the decoder allocates its canvases.
  if (segue_webp_read_header(data, length, limits, info, message) != segue_ok) return NULL;
  SegueWebPFrames *frames = calloc(1, sizeof *frames);
  WebPData all = {.bytes = data, .size = length};
  WebPAnimDecoderOptions options;
  if (frames != NULL && WebPAnimDecoderOptionsInit(&options)) {
    options.color_mode = MODE_RGBA;
    options.use_threads = 1;
    frames->decoder = WebPAnimDecoderNew(&all, &options);
  }
  if (frames != NULL && frames->decoder != NULL) return frames;
  segue_say(message, "it cannot be decoded as an animation");
  free(frames);
  return NULL;
}

const uint8_t *segue_webp_frames_next(SegueWebPFrames *frames, int *end) {
  uint8_t *pixels = NULL;
  return WebPAnimDecoderGetNext(frames->decoder, &pixels, end) ? pixels : NULL;
}

size_t segue_webp_frames_durations(const SegueWebPFrames *frames, int *durations, size_t room) {
  WebPIterator frame;
  size_t count = 0;
  if (!WebPDemuxGetFrame(WebPAnimDecoderGetDemuxer(frames->decoder), 1, &frame)) return 0;
  do {
    if (count < room) durations[count] = frame.duration;
    count += 1;
  } while (WebPDemuxNextFrame(&frame));
  WebPDemuxReleaseIterator(&frame);
  return count;
}

const uint8_t *segue_webp_frames_profile(const SegueWebPFrames *frames, size_t *length) {
  WebPChunkIterator chunk;
  *length = 0;
  if (!WebPDemuxGetChunk(WebPAnimDecoderGetDemuxer(frames->decoder), "ICCP", 1, &chunk)) return NULL;
  *length = chunk.chunk.size;
  const uint8_t *bytes = chunk.chunk.bytes;
  WebPDemuxReleaseChunkIterator(&chunk);
  return bytes;
}

void segue_webp_frames_free(SegueWebPFrames *frames) {
  if (frames == NULL) return;
  WebPAnimDecoderDelete(frames->decoder);
  free(frames);
}
