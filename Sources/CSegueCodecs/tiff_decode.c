// Decodes TIFF and BigTIFF to RGBA, grey or CMYK with straight alpha, with libtiff, which is loaded
// with the first picture.
//
// Source: TIFF 6.0; tiffio.h of libtiff 4.5 and 4.3, whose declarations are repeated here, so that no header is needed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CSegueLoading.h"
#include "support.h"

typedef ptrdiff_t (*Transfer)(void *, void *, ptrdiff_t);
typedef uint64_t (*Seek)(void *, uint64_t, int);
typedef int (*Close)(void *);
typedef uint64_t (*Size)(void *);
typedef int (*Map)(void *, void **, uint64_t *);
typedef void (*Unmap)(void *, void *, uint64_t);
typedef int (*Handler)(void *, void *, const char *, const char *, va_list);
typedef void (*GlobalHandler)(void *, const char *, const char *, va_list);

// Functions since libtiff 4.5, which is libtiff.so.6: each file has its own handlers of messages.
#define EACH_FUNCTION_OF_6(F)                                                                                   \
  F(void *, TIFFOpenOptionsAlloc, (void))                                                                       \
  F(void, TIFFOpenOptionsFree, (void *))                                                                        \
  F(void, TIFFOpenOptionsSetErrorHandlerExtR, (void *, Handler, void *))                                        \
  F(void, TIFFOpenOptionsSetWarningHandlerExtR, (void *, Handler, void *))                                      \
  F(void *, TIFFClientOpenExt,                                                                                  \
    (const char *, const char *, void *, Transfer, Transfer, Seek, Close, Size, Map, Unmap, void *))

// Functions of libtiff.so.5, as in Ubuntu 22.04: all files have the same handlers, which get the `File`.
#define EACH_FUNCTION_OF_5(F)                                                                                   \
  F(void *, TIFFSetErrorHandler, (void *))                                                                      \
  F(void *, TIFFSetWarningHandler, (void *))                                                                    \
  F(GlobalHandler, TIFFSetErrorHandlerExt, (GlobalHandler))                                                     \
  F(GlobalHandler, TIFFSetWarningHandlerExt, (GlobalHandler))                                                   \
  F(void *, TIFFClientOpen, (const char *, const char *, void *, Transfer, Transfer, Seek, Close, Size, Map, Unmap))

// The used functions of both: result, name, parameters.
#define EACH_FUNCTION(F)                                                                                        \
  F(void, TIFFClose, (void *))                                                                                  \
  F(int, TIFFGetField, (void *, uint32_t, ...))                                                                 \
  F(int, TIFFGetFieldDefaulted, (void *, uint32_t, ...))                                                        \
  F(int, TIFFSetField, (void *, uint32_t, ...))                                                                 \
  F(int, TIFFIsTiled, (void *))                                                                                 \
  F(ptrdiff_t, TIFFTileSize, (void *))                                                                          \
  F(ptrdiff_t, TIFFStripSize, (void *))                                                                         \
  F(ptrdiff_t, TIFFReadEncodedTile, (void *, uint32_t, void *, ptrdiff_t))                                      \
  F(ptrdiff_t, TIFFReadEncodedStrip, (void *, uint32_t, void *, ptrdiff_t))                                     \
  F(int, TIFFRGBAImageOK, (void *, char *))                                                                     \
  F(int, TIFFReadRGBAImageOriented, (void *, uint32_t, uint32_t, uint32_t *, int, int))

#define POINTER(result, name, parameters) result(*name) parameters;
static struct { EACH_FUNCTION(POINTER) EACH_FUNCTION_OF_6(POINTER) EACH_FUNCTION_OF_5(POINTER) } library;

// Values of TIFF tags.
enum { white_is_zero, black_is_zero, rgb, separated = 5, ycbcr, cielab = 8, icclab };
enum { jpeg_compression = 7, separate_planes = 2, associated_alpha = 1, signed_samples = 2, float_samples = 3 };

// A file in memory with its first picture.
typedef struct {
  const uint8_t *data;
  uint64_t length;
  uint64_t place;
  SegueMessage *message;
  SegueNotes *notes;
  bool has_failed;
  void *tiff;
  uint32_t width, height;
  // The size of the stored tiles or strips.
  uint32_t piece_width, piece_height;
  uint16_t bits, samples, format, photometric, planes, compression, orientation;
  // Colour channels, and whether an alpha channel follows.
  uint16_t colors;
  bool has_alpha, is_premultiplied;
  // Whether samples are read unconverted; libtiff converts other pictures to RGBA8.
  bool is_plain;
} File;

static ptrdiff_t on_read(void *file, void *bytes, ptrdiff_t count) {
  File *source = file;
  uint64_t left = source->place < source->length ? source->length - source->place : 0;
  size_t most = (uint64_t)count < left ? (size_t)count : (size_t)left;
  memcpy(bytes, source->data + (left == 0 ? 0 : source->place), most);
  source->place += most;
  return (ptrdiff_t)most;
}

static ptrdiff_t on_write(void *file, void *bytes, ptrdiff_t count) {
  (void)file, (void)bytes, (void)count;
  return -1;
}

static uint64_t on_seek(void *file, uint64_t offset, int whence) {
  File *source = file;
  uint64_t base = whence == SEEK_CUR ? source->place : whence == SEEK_END ? source->length : 0;
  return source->place = base + offset;
}

static int on_close(void *file) { return file == NULL; }

static uint64_t on_size(void *file) { return ((File *)file)->length; }

static int on_map(void *file, void **base, uint64_t *length) {
  *base = (void *)((File *)file)->data;
  *length = ((File *)file)->length;
  return 1;
}

static void on_unmap(void *file, void *base, uint64_t length) { (void)file, (void)base, (void)length; }

// Keeps the first error.
static int on_error(void *tiff, void *file, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  File *source = file;
  if (!source->has_failed) vsnprintf(source->message->text, sizeof source->message->text, format, arguments);
  source->has_failed = true;
  return 1;
}

// libtiff only warns about truncated data, and makes the missing pixels grey or white.
static int on_warning(void *tiff, void *file, const char *module, const char *format, va_list arguments) {
  SegueMessage warning;
  vsnprintf(warning.text, sizeof warning.text, format, arguments);
  bool is_jpeg = module != NULL && strcmp(module, "JPEGLib") == 0;
  if (strstr(warning.text, "remature end") != NULL || strstr(warning.text, "remature EOF") != NULL)
    on_error(tiff, file, module, "the file ends too early", arguments);
  else if (is_jpeg)
    segue_warn(((File *)file)->notes, "%s", warning.text);
  return 1;
}

// The file that this thread opened last. libtiff.so.5 also reports errors without a file, and errors in files of other
// libraries, such as gdk-pixbuf's for an SVG.
static _Thread_local const void *current;

static void on_global_error(void *file, const char *module, const char *format, va_list arguments) {
  if (file != NULL && file == current) on_error(NULL, file, module, format, arguments);
}

static void on_global_warning(void *file, const char *module, const char *format, va_list arguments) {
  if (file != NULL && file == current) on_warning(NULL, file, module, format, arguments);
}

static enum { no_library, library_5, library_6 } loaded;

static void load(void) {
#define ENTRY(result, name, parameters) {#name, (void **)&library.name},
  static const SegueFunction of_6[] = {EACH_FUNCTION(ENTRY) EACH_FUNCTION_OF_6(ENTRY)};
  static const SegueFunction of_5[] = {EACH_FUNCTION(ENTRY) EACH_FUNCTION_OF_5(ENTRY)};
  if (segue_load(SEGUE_LIBRARY("tiff", "6"), of_6, sizeof of_6 / sizeof *of_6) == NULL) {
    loaded = library_6;
  } else if (segue_load(SEGUE_LIBRARY("tiff", "5"), of_5, sizeof of_5 / sizeof *of_5) == NULL) {
    loaded = library_5;
    // The default handlers would print to stderr.
    library.TIFFSetErrorHandler(NULL);
    library.TIFFSetWarningHandler(NULL);
    library.TIFFSetErrorHandlerExt(on_global_error);
    library.TIFFSetWarningHandlerExt(on_global_warning);
  }
}

// Opens the picture; null if it cannot be read.
static void *open_tiff(File *file) {
  current = file;
  if (loaded == library_5)
    return library.TIFFClientOpen("TIFF", "r", file, on_read, on_write, on_seek, on_close, on_size, on_map, on_unmap);
  void *options = library.TIFFOpenOptionsAlloc();
  if (options == NULL) return NULL;
  library.TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, file);
  library.TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, file);
  void *tiff = library.TIFFClientOpenExt("TIFF", "r", file, on_read, on_write, on_seek, on_close, on_size, on_map,
                                         on_unmap, options);
  library.TIFFOpenOptionsFree(options);
  return tiff;
}

static SegueStatus fail(File *file, const char *reason) {
  if (file->message->text[0] == 0) segue_say(file->message, "%s", reason);
  if (file->tiff != NULL) library.TIFFClose(file->tiff);
  return segue_bad_data;
}

static uint32_t divided(uint32_t length, uint32_t piece) { return length / piece + (length % piece != 0); }

// Reads the tags; null, or the reason for refusing the picture.
static const char *read_tags(File *file) {
  void *tiff = file->tiff;
  uint16_t extra_count = 0, *extras = NULL;
  uint32_t kind = 0;
  void *version = NULL;
  if (!library.TIFFGetField(tiff, 256, &file->width) || !library.TIFFGetField(tiff, 257, &file->height) ||
      !library.TIFFGetField(tiff, 262, &file->photometric))
    return "it has no picture";
  const struct { uint32_t tag; uint16_t *value; } tags[] = {
      {258, &file->bits}, {259, &file->compression}, {274, &file->orientation},
      {277, &file->samples}, {284, &file->planes}, {339, &file->format}};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) library.TIFFGetFieldDefaulted(tiff, tags[i].tag, tags[i].value);
  library.TIFFGetFieldDefaulted(tiff, 338, &extra_count, &extras);
  library.TIFFGetFieldDefaulted(tiff, 254, &kind);
  if ((kind & 1) != 0 || library.TIFFGetField(tiff, 50706, &version))
    return "its first picture is a preview, as in a camera's raw file; develop it to a PNG, or to a TIFF of 16 bits";
  bool is_jpeg = file->compression == jpeg_compression && file->photometric == ycbcr && file->planes != separate_planes;
  // Set the colour mode before reading sizes, which depend on it.
  if (is_jpeg) library.TIFFSetField(tiff, 65538, 1);
  file->piece_width = file->width;
  file->piece_height = file->height;
  if (library.TIFFIsTiled(tiff)) {
    library.TIFFGetField(tiff, 322, &file->piece_width);
    library.TIFFGetField(tiff, 323, &file->piece_height);
  } else {
    library.TIFFGetFieldDefaulted(tiff, 278, &file->piece_height);
    if (file->piece_height > file->height) file->piece_height = file->height;
  }
  if (file->photometric == cielab || file->photometric == icclab) return "its colours are L*a*b*; convert it to RGB";
  file->colors = file->photometric <= black_is_zero ? 1 : file->photometric == separated ? 4 : 3;
  bool is_known = file->photometric <= rgb || file->photometric == separated || is_jpeg;
  file->has_alpha = file->samples > file->colors && file->photometric != separated;
  file->is_premultiplied = file->has_alpha && extra_count > 0 && extras[0] == associated_alpha;
  file->is_plain = is_known && (file->bits == 8 || file->bits == 16) && file->samples >= file->colors &&
                   file->samples <= 16 && file->format != float_samples && file->format != signed_samples;
  char reason[1024];
  if (file->is_plain || (file->bits <= 8 && library.TIFFRGBAImageOK(tiff, reason))) return NULL;
  return file->format == float_samples ? "its samples are floating-point numbers; convert it to 16 bits per channel"
                                       : "its sample format is not supported; convert it to 8 or 16 bits per channel";
}

static SegueStatus open_file(const uint8_t *data, size_t length, File *file, SegueNotes *notes, SegueMessage *message) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  *file = (File){.data = data, .length = length, .notes = notes, .message = message};
  pthread_once(&once, load);
  if (loaded == no_library) {
    segue_say(message, "libtiff");
    return segue_no_library;
  }
  file->tiff = open_tiff(file);
  if (file->tiff == NULL) return fail(file, "it cannot be read");
  const char *reason = read_tags(file);
  // Errors in unneeded tags are ignored.
  file->has_failed = false;
  message->text[0] = 0;
  return reason == NULL ? segue_ok : fail(file, reason);
}

SegueStatus segue_tiff_read_header(const uint8_t *data, size_t length, SegueLimits limits, SegueImageInfo *info,
                                   SegueMessage *message) {
  File file;
  SegueStatus status = open_file(data, length, &file, NULL, message);
  if (status != segue_ok) return status;
  library.TIFFClose(file.tiff);
  memset(info, 0, sizeof *info);
  info->width = file.width;
  info->height = file.height;
  info->orientation = file.orientation >= 1 && file.orientation <= 8 ? file.orientation : 1;
  info->layout = !file.is_plain                  ? segue_pixels_rgba
                 : file.photometric == separated ? segue_pixels_cmyk
                 : file.colors == 1              ? segue_pixels_gray
                                                 : segue_pixels_rgba;
  info->has_alpha = file.has_alpha;
  info->bits = file.is_plain && file.bits == 16 && info->layout <= segue_pixels_gray ? 16 : 8;
  status = segue_check_size(file.width, file.height, limits, message);
  // A tile may be larger than the picture.
  return status == segue_ok ? segue_check_size(file.piece_width, file.piece_height, limits, message) : status;
}

// Copies a channel of `count` pixels, with `step` samples per pixel in `source`, to `target`.
static void copy_channel(const File *file, const uint8_t *source, unsigned step, unsigned channel, uint32_t count,
                         uint32_t bits, uint8_t *target) {
  unsigned first = channel < file->colors ? channel : 3;
  unsigned last = file->colors == 1 && channel == 0 ? 2 : first;
  uint16_t flip = file->photometric == white_is_zero && channel == 0 ? 65535 : 0;
  for (uint32_t x = 0; x < count; x++, source += step * file->bits / 8) {
    uint16_t value = (uint16_t)(*source * 257);
    if (file->bits == 16) memcpy(&value, source, 2);
    value ^= flip;
    for (unsigned place = first; place <= last; place++) {
      if (bits == 16)
        ((uint16_t *)target)[x * 4 + place] = value;
      else
        target[x * 4 + place] = (uint8_t)((value + 128u) / 257);
    }
  }
}

// Copies the rows of a tile or strip whose first pixel is at `left` and `top`.
static void copy_piece(const File *file, const uint8_t *piece, uint32_t plane, uint32_t left, uint32_t top,
                       const SegueImageInfo *info, uint8_t *pixels) {
  unsigned step = file->planes == separate_planes ? 1 : file->samples;
  unsigned channels = (unsigned)file->colors + file->has_alpha;
  uint32_t width = file->width - left < file->piece_width ? file->width - left : file->piece_width;
  uint32_t height = file->height - top < file->piece_height ? file->height - top : file->piece_height;
  size_t size = info->bits / 8 * 4, row = (size_t)file->piece_width * step * (file->bits / 8);
  for (uint32_t y = 0; y < height; y++) {
    uint8_t *target = pixels + ((size_t)(top + y) * file->width + left) * size;
    for (unsigned c = 0; c < step && plane + c < channels; c++)
      copy_channel(file, piece + y * row + c * (file->bits / 8), step, plane + c, width, info->bits, target);
  }
}

static SegueStatus read_pieces(File *file, const SegueImageInfo *info, uint8_t *pixels, const SegueStop *stop) {
  bool is_tiled = library.TIFFIsTiled(file->tiff);
  ptrdiff_t size = is_tiled ? library.TIFFTileSize(file->tiff) : library.TIFFStripSize(file->tiff);
  unsigned step = file->planes == separate_planes ? 1 : file->samples;
  uint64_t least = (uint64_t)file->piece_width * file->piece_height * step * (file->bits / 8);
  if (size <= 0 || (uint64_t)size < least) return fail(file, "its tiles or strips do not have the stated size");
  uint8_t *piece = calloc((size_t)size, 1);
  if (piece == NULL) {
    library.TIFFClose(file->tiff);
    return segue_no_memory;
  }
  uint32_t columns = divided(file->width, file->piece_width), rows = divided(file->height, file->piece_height);
  uint32_t planes = step == 1 ? file->samples : 1;
  bool is_stopped = false;
  memset(pixels, 255, (size_t)info->width * info->height * 4 * (info->bits / 8));
  for (uint64_t i = 0; i < (uint64_t)columns * rows * planes && !file->has_failed && !is_stopped; i++) {
    ptrdiff_t got = is_tiled ? library.TIFFReadEncodedTile(file->tiff, (uint32_t)i, piece, size)
                             : library.TIFFReadEncodedStrip(file->tiff, (uint32_t)i, piece, size);
    uint32_t left = (uint32_t)(i % columns) * file->piece_width, top = (uint32_t)(i / columns % rows) * file->piece_height;
    uint64_t height = is_tiled || file->height - top > file->piece_height ? file->piece_height : file->height - top;
    if (got < 0 || (uint64_t)got < least / file->piece_height * height) file->has_failed = true;
    copy_piece(file, piece, (uint32_t)(i / columns / rows), left, top, info, pixels);
    is_stopped = segue_is_stopped(stop);
  }
  free(piece);
  if (file->has_failed) return fail(file, "the file ends too early");
  if (!is_stopped) return segue_ok;
  library.TIFFClose(file->tiff);
  return segue_stopped;
}

// Reads premultiplied samples of 16 bits as straight ones of 8 bits, rounded once.
static SegueStatus read_divided(File *file, const SegueImageInfo *info, uint8_t *pixels, const SegueStop *stop) {
  size_t count = (size_t)info->width * info->height;
  SegueImageInfo deep = *info;
  deep.bits = 16;
  uint16_t *values = calloc(count, 8);
  if (values == NULL) {
    library.TIFFClose(file->tiff);
    return segue_no_memory;
  }
  SegueStatus status = read_pieces(file, &deep, (uint8_t *)values, stop);
  for (size_t i = 0; status == segue_ok && i < count; i++)
    segue_narrow_by_alpha(values + i * 4, 65535, pixels + i * 4);
  free(values);
  file->is_premultiplied = false;
  return status;
}

// Uses libtiff's own conversion to premultiplied words, red in the lowest byte, for few bits,
// palettes and YCbCr.
static SegueStatus read_converted(File *file, uint8_t *pixels) {
  int is_read = library.TIFFReadRGBAImageOriented(file->tiff, file->width, file->height, (uint32_t *)pixels,
                                                  file->orientation, 1);
  if (!is_read || file->has_failed) return fail(file, "it cannot be decoded");
  file->is_premultiplied = true;
  for (size_t i = 0; i < (size_t)file->width * file->height; i++) {
    uint32_t word;
    memcpy(&word, pixels + i * 4, 4);
    for (int c = 0; c < 4; c++) pixels[i * 4 + c] = (uint8_t)(word >> (8 * c));
  }
  return segue_ok;
}

SegueStatus segue_tiff_decode(const uint8_t *data, size_t length, const SegueImageInfo *info, uint8_t *pixels,
                              SegueNotes *notes, const SegueStop *stop, SegueMessage *message) {
  memset(notes, 0, sizeof *notes);
  File file;
  SegueStatus status = open_file(data, length, &file, notes, message);
  if (status != segue_ok) return status;
  if (file.width != info->width || file.height != info->height) return fail(&file, "the header changed while it was read");
  bool is_narrowed = file.is_plain && file.is_premultiplied && file.bits == 16 && info->bits == 8;
  status = is_narrowed     ? read_divided(&file, info, pixels, stop)
           : file.is_plain ? read_pieces(&file, info, pixels, stop)
                           : read_converted(&file, pixels);
  if (status != segue_ok) return status;
  for (size_t y = 0; file.is_premultiplied && y < info->height; y++) {
    uint8_t *row = pixels + y * info->width * 4 * (info->bits / 8);
    info->bits == 16 ? segue_divide_by_alpha_16((uint16_t *)row, info->width) : segue_divide_by_alpha(row, info->width);
  }
  uint32_t count = 0;
  void *profile = NULL;
  if (library.TIFFGetField(file.tiff, 34675, &count, &profile)) segue_keep_profile(notes, profile, count);
  library.TIFFClose(file.tiff);
  return segue_ok;
}
