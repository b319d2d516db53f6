#ifndef SEGUE_H
#define SEGUE_H

/* Segue's transitions in C. The input is two pictures in memory and a progress; the output is the frame between them, drawn on
   the CPU. The bytes equal those of `segue FROM TO --at PROGRESS`.

       const char *parameters[] = {"rows=12", NULL};
       segue_options options = {.name = "slide", .parameters = parameters};
       segue_transition *slide = segue_transition_new(&options);
       segue_renderer *renderer = segue_renderer_new(640, 360, 8, 0);
       segue_pixels out = {frame, 640, 360, 0, SEGUE_RGBA8, SEGUE_STRAIGHT};
       if (segue_render(renderer, slide, 0.5, from, to, &out) != SEGUE_OK) puts(segue_message());

   Ownership: the caller owns the result of `segue_..._new` and frees it with the `_free` function of its type, which accepts
   a null pointer. Other results belong to the library and live as long as the process. Arguments are read during the call and
   not kept.

   Errors: on failure a function returns a null pointer, NaN, 0 or a `segue_status` other than SEGUE_OK; `segue_message` gives
   the reason in one sentence. Arguments are checked, except invalid or too small memory and freed objects, which C cannot
   check.

   Threads: every function may be called from any thread, and objects may be shared between threads. A renderer draws one
   frame at a time; a second thread waits. Free an object once, when no call uses it any more. Do not call the library in a
   child process after fork() without exec(). */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. */
#define SEGUE_VERSION "0.2.0"

/* The version of the library, such as "0.2.0". */
const char *segue_version(void);

/* The outcome of a call; the numbers are the tool's exit codes. */
typedef enum {
  SEGUE_OK = 0,
  /* An invalid argument, name or value. */
  SEGUE_INVALID_ARGUMENT = 64,
  /* The text of a look or of filters has a syntax error or a value out of bounds. */
  SEGUE_INVALID_DATA = 65,
  /* An internal error of the library. */
  SEGUE_FAULT = 70
} segue_status;

/* The status of this thread's last call that can fail. */
segue_status segue_last_status(void);
/* The error of this thread's last call that can fail, in one sentence of at most 2000 bytes without a full stop; "" after a
   success. Valid until this thread's next call. */
const char *segue_message(void);

/* ---- Catalogue ---- */

/* A parameter of a transition or of a filter. */
typedef struct {
  const char *name;
  /* "float", "int", "bool", "vec2", "vec3", "vec4", "color", "choice", "texture", "points". */
  const char *type;
  /* The default as typed on the command line; NULL if the parameter has no default. */
  const char *value;
  /* The bounds of each number; -INFINITY and INFINITY if unbounded. */
  double minimum, maximum;
  /* The unit in words; NULL without a unit. */
  const char *unit;
  /* The words of a choice, terminated by NULL; NULL for other types. */
  const char *const *choices;
  /* One sentence. */
  const char *summary;
} segue_parameter;

/* A transition or a filter. */
typedef struct {
  const char *name;
  /* One sentence. */
  const char *summary;
  /* The source of its look. */
  const char *source;
  /* The default duration in seconds and the timing curve; 0 and NULL for a filter. */
  double duration;
  const char *timing;
  const segue_parameter *parameters;
  size_t parameter_count;
} segue_description;

/* The built-in transitions in the tool's order; `count` receives their number. */
const segue_description *segue_transitions(size_t *count);
/* The filters; `count` receives their number. */
const segue_description *segue_filters(size_t *count);
/* Checks that `curve` is a timing curve, such as "ease-in-out" or "spring(0.8)". */
segue_status segue_check_timing(const char *curve);

/* ---- Transitions ---- */

/* The properties of a transition. Unused ones are NULL. */
typedef struct {
  /* The name of a built-in, or "xfade:" and an ffmpeg name. */
  const char *name;
  /* A look instead of the name: JSON as in docs/looks.md, without files. */
  const char *look;
  /* Parameters as on the command line, such as "rows=12", terminated by NULL. */
  const char *const *parameters;
  /* The timing curve; NULL is the transition's default. It affects the functions of time, not segue_render. */
  const char *timing;
  /* Filter chains for the outgoing picture, the incoming picture and the frame, such as "blur(0.03*p)". */
  const char *from_filter, *to_filter, *filter;
  /* The background, such as "#102030" or "transparent"; NULL is black between opaque pictures, else transparent. */
  const char *background;
} segue_options;

/* A transition with its parameters; immutable. */
typedef struct segue_transition segue_transition;

segue_transition *segue_transition_new(const segue_options *options);
void segue_transition_free(segue_transition *transition);

/* The duration of a run in seconds. `duration` is the requested one, or 0 for the transition's default; a spring with a mass
   takes its settling time instead. NaN on failure. */
double segue_transition_duration(const segue_transition *transition, double duration);
/* The progress `time` seconds after the beginning of a run of `duration` seconds, or 0 for the transition's default. 0 before
   the run, 1 from its end on; a spring may exceed 1 in between. NaN on failure. */
double segue_transition_progress(const segue_transition *transition, double time, double duration);
/* The number of frames that the tool renders for a run: one at each multiple of `rate_denominator / rate_numerator` seconds
   from 0 to the duration, both included. 0 on failure. */
int64_t segue_frame_count(
    const segue_transition *transition, double duration, int64_t rate_numerator, int64_t rate_denominator);
/* The progress of frame `frame`, counted from 0. NaN on failure. */
double segue_frame_progress(
    const segue_transition *transition, double duration, int64_t rate_numerator, int64_t rate_denominator,
    int64_t frame);

/* ---- Pictures ---- */

/* The layout of a pixel in memory: channels in the order of their letters. */
typedef enum { SEGUE_RGBA8 = 0, SEGUE_BGRA8 = 1, SEGUE_RGB8 = 2, SEGUE_RGBA16 = 3 } segue_format;

/* Whether colours are multiplied by alpha. */
typedef enum { SEGUE_STRAIGHT = 0, SEGUE_PREMULTIPLIED = 1 } segue_alpha_mode;

/* A picture in the caller's memory: sRGB values, top row first. 16-bit channels have the machine's byte order, and their rows
   begin at even addresses. */
typedef struct {
  /* The first byte of the top row. Drawing is fastest if rows begin at multiples of 64 bytes. */
  void *data;
  /* The size in pixels, 1 to 16384 per side. */
  int64_t width, height;
  /* Bytes from one row to the next; 0 for packed rows. */
  int64_t stride;
  /* A segue_format. RGB has no alpha: pictures are opaque, and the alpha of frames is dropped. */
  int32_t format;
  /* A segue_alpha_mode. The library computes with straight alpha, which needs no conversion. */
  int32_t alpha;
} segue_pixels;

/* How a picture is fitted to another size, as with the tool's --fit. */
typedef enum { SEGUE_COVER = 0, SEGUE_CONTAIN = 1, SEGUE_STRETCH = 2, SEGUE_BLUR = 3 } segue_fit;

/* A picture that is prepared once and drawn many times; immutable. */
typedef struct segue_picture segue_picture;

/* A copy of the pixels. */
segue_picture *segue_picture_new(const segue_pixels *pixels);
/* The picture resampled to another size with a Lanczos filter; `fit` is a segue_fit. */
segue_picture *segue_picture_new_fitted(const segue_picture *picture, int64_t width, int64_t height, int32_t fit);
void segue_picture_free(segue_picture *picture);

/* ---- Frames ---- */

/* Draws frames of one size. It keeps its buffers: 10 to 50 MB for 1920x1080. */
typedef struct segue_renderer segue_renderer;

/* A renderer of frames of `width` by `height` pixels with 8 or 16 `bits` per channel. It draws with `threads` threads, at most
   1024; 0 is one per core. */
segue_renderer *segue_renderer_new(int64_t width, int64_t height, int32_t bits, int32_t threads);
void segue_renderer_free(segue_renderer *renderer);

/* Draws the frame at `progress`: 0 is the outgoing picture and 1 the incoming one. No timing curve is applied. Pictures and
   frame must have the renderer's size, and the frame its bits per channel. */
segue_status segue_render(
    segue_renderer *renderer, const segue_transition *transition, double progress, const segue_picture *from,
    const segue_picture *to, const segue_pixels *frame);
/* Draws a frame between pixels that change with every frame. The frame may use the memory of a picture. */
segue_status segue_render_pixels(
    segue_renderer *renderer, const segue_transition *transition, double progress, const segue_pixels *from,
    const segue_pixels *to, const segue_pixels *frame);

#ifdef __cplusplus
}
#endif

#endif
