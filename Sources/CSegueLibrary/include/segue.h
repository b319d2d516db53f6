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

/* The version of the library. */
const char *segue_version(void);

/* The outcome of a call; the numbers are the tool's exit codes, as in sysexits.h. */
typedef enum {
  /* Success. */
  SEGUE_OK = 0,
  /* An invalid argument, name or value; also a null pointer, and a picture of another size. */
  SEGUE_INVALID_ARGUMENT = 64,
  /* A look or a filter chain with a syntax error or a value out of bounds, or too deep or too large to draw. */
  SEGUE_INVALID_DATA = 65,
  /* An internal error of the library. */
  SEGUE_FAULT = 70
} segue_status;

/* The status of this thread's last call that can fail; SEGUE_OK before the first. Calls that cannot fail keep it:
   the version, the catalogues and the `_free` functions. */
segue_status segue_last_status(void);
/* The error of this thread's last call that can fail: one sentence in UTF-8, at most 2000 bytes, without a full stop.
   "" after a success. Valid until this thread's next call. */
const char *segue_message(void);

/* ---- Catalogue ---- */

/* A parameter of a transition or of a filter. Texts are UTF-8, and live as long as the process. */
typedef struct {
  /* The name, as in "rows=12". */
  const char *name;
  /* "float", "int", "bool", "vec2", "vec3", "vec4", "color", "choice", "texture", "points". */
  const char *type;
  /* The default as typed on the command line; NULL if the parameter has no default. */
  const char *value;
  /* The bounds of each number, inclusive; -INFINITY and INFINITY if unbounded. */
  double minimum, maximum;
  /* The unit in words; NULL without a unit. */
  const char *unit;
  /* The words of a choice, terminated by NULL; NULL for other types. */
  const char *const *choices;
  /* The meaning, in one sentence. */
  const char *summary;
} segue_parameter;

/* A transition or a filter. Texts are UTF-8, and live as long as the process. */
typedef struct {
  /* The name: lower case, words joined by "-". */
  const char *name;
  /* The look or the effect, in one sentence. */
  const char *summary;
  /* The source of the effect: a program, a paper or an article. */
  const char *source;
  /* The default duration in seconds; 0 for a filter. */
  double duration;
  /* The default timing curve, such as "ease-in-out"; NULL for a filter. */
  const char *timing;
  /* The parameters, `parameter_count` of them. */
  const segue_parameter *parameters;
  /* The number of parameters, 0 or more. */
  size_t parameter_count;
} segue_description;

/* The built-in transitions in the tool's order. `count` receives their number unless it is NULL. */
const segue_description *segue_transitions(size_t *count);
/* The filters in the tool's order. `count` receives their number unless it is NULL. */
const segue_description *segue_filters(size_t *count);
/* Checks that `curve` is a timing curve, such as "ease-in-out" or "spring(0.8)".
   Fails with SEGUE_INVALID_ARGUMENT, and the offending word or number in the message. */
segue_status segue_check_timing(const char *curve);

/* ---- Transitions ---- */

/* The properties of a transition, in UTF-8. Unused ones are NULL. */
typedef struct {
  /* The name of a built-in, or "xfade:" and an ffmpeg name. */
  const char *name;
  /* A look instead of the name: JSON as in docs/looks.md, up to 128 KiB, without files. */
  const char *look;
  /* Parameters as on the command line, such as "rows=12", terminated by NULL. */
  const char *const *parameters;
  /* The timing curve; NULL is the transition's default. It affects the functions of time, not segue_render. */
  const char *timing;
  /* Filter chains for the outgoing picture, the incoming picture and the frame, such as "blur(0.03*p)". */
  const char *from_filter, *to_filter, *filter;
  /* The background, a CSS colour such as "#102030" or "transparent". NULL is black between opaque pictures, else
     transparent. */
  const char *background;
} segue_options;

/* A transition with its parameters; immutable. */
typedef struct segue_transition segue_transition;

/* A transition from its options, or NULL on failure. SEGUE_INVALID_ARGUMENT: an unknown name, an invalid parameter, curve
   or colour, both or none of `name` and `look`, or a parameter that names a file. SEGUE_INVALID_DATA: a look or a chain. */
segue_transition *segue_transition_new(const segue_options *options);
/* Frees a transition, or does nothing for NULL. */
void segue_transition_free(segue_transition *transition);

/* The duration of a run in seconds. `duration` is the requested duration, above 0 and at most a day, or 0 for the transition's
   default. A spring with a mass takes its settling time instead. NaN on failure. */
double segue_transition_duration(const segue_transition *transition, double duration);
/* The progress `time` seconds after the beginning of a run, along the timing curve. `duration` is in seconds, above 0 and
   at most a day, or 0 for the transition's default. The result is 0 before the run and 1 from its end on; a spring may
   exceed 1 in between. NaN on failure. */
double segue_transition_progress(const segue_transition *transition, double time, double duration);
/* The number of frames that the tool renders for a run: one at each multiple of `rate_denominator / rate_numerator` seconds
   from 0 to the duration, both included. `duration` is in seconds, above 0 and at most a day, or 0 for the default. The
   rate is above 0 and at most a million frames per second. 0 on failure. */
int64_t segue_frame_count(
    const segue_transition *transition, double duration, int64_t rate_numerator, int64_t rate_denominator);
/* The progress of frame `frame`, from 0 to segue_frame_count less 1, for the same arguments. The last frame is at 1 for
   every curve; the first is at 0 unless it is the only one. NaN on failure. */
double segue_frame_progress(
    const segue_transition *transition, double duration, int64_t rate_numerator, int64_t rate_denominator,
    int64_t frame);

/* ---- Pictures ---- */

/* The layout of a pixel in memory: channels in the order of their letters, of 8 bits (0 to 255) or 16 (0 to 65535). */
typedef enum { SEGUE_RGBA8 = 0, SEGUE_BGRA8 = 1, SEGUE_RGB8 = 2, SEGUE_RGBA16 = 3 } segue_format;

/* Whether colours are multiplied by alpha. Premultiplied ones are converted, rounded to nearest; pixels with alpha 0 become
   transparent black. */
typedef enum { SEGUE_STRAIGHT = 0, SEGUE_PREMULTIPLIED = 1 } segue_alpha_mode;

/* A picture in the caller's memory: sRGB values, top row first. 16-bit channels have the machine's byte order, and their rows
   begin at even addresses. */
typedef struct {
  /* The first byte of the top row. Drawing is fastest if rows begin at multiples of 64 bytes. */
  void *data;
  /* The size in pixels, 1 to 16384 per side. */
  int64_t width, height;
  /* Bytes from one row to the next, at least the bytes of a row's pixels; 0 for packed rows. */
  int64_t stride;
  /* A segue_format. RGB has no alpha: pictures are opaque, and the alpha of frames is dropped. */
  int32_t format;
  /* A segue_alpha_mode. The library computes with straight alpha, which needs no conversion. */
  int32_t alpha;
} segue_pixels;

/* The fit of a picture in another size, as with the tool's --fit: cropped to cover it, with transparent bars, distorted,
   or with a blurred background instead of bars. */
typedef enum { SEGUE_COVER = 0, SEGUE_CONTAIN = 1, SEGUE_STRETCH = 2, SEGUE_BLUR = 3 } segue_fit;

/* A picture that is prepared once and drawn many times; immutable. */
typedef struct segue_picture segue_picture;

/* A copy of the pixels, which the library does not keep. NULL on failure: SEGUE_INVALID_ARGUMENT for an invalid size,
   stride, format, alpha mode or address. */
segue_picture *segue_picture_new(const segue_pixels *pixels);
/* The picture resampled to `width` by `height` pixels, 1 to 16384 per side, with a Lanczos filter; `fit` is a segue_fit.
   NULL on failure: SEGUE_INVALID_ARGUMENT for an invalid size or fit. */
segue_picture *segue_picture_new_fitted(const segue_picture *picture, int64_t width, int64_t height, int32_t fit);
/* Frees a picture, or does nothing for NULL. */
void segue_picture_free(segue_picture *picture);

/* ---- Frames ---- */

/* A renderer of frames of one size. It keeps its buffers: 10 to 50 MB for 1920x1080. */
typedef struct segue_renderer segue_renderer;

/* A renderer of frames of `width` by `height` pixels, 1 to 16384 per side, with 8 or 16 `bits` per channel. It draws with
   `threads` threads, at most 1024; 0 is one per core. NULL on failure: SEGUE_INVALID_ARGUMENT. */
segue_renderer *segue_renderer_new(int64_t width, int64_t height, int32_t bits, int32_t threads);
/* Frees a renderer, or does nothing for NULL. */
void segue_renderer_free(segue_renderer *renderer);

/* Draws the frame at `progress`: 0 is the outgoing picture and 1 the incoming one. Springs take values outside of 0 to 1.
   No timing curve is applied. Pictures and frame must have the renderer's size, and the frame its bits per channel. Fails
   with SEGUE_INVALID_ARGUMENT for other sizes and depths and for a progress that is not finite, and with
   SEGUE_INVALID_DATA for a filter or look whose values are out of bounds at this size. */
segue_status segue_render(
    segue_renderer *renderer, const segue_transition *transition, double progress, const segue_picture *from,
    const segue_picture *to, const segue_pixels *frame);
/* Draws a frame between pixels that change with every frame, as segue_render. The frame may use the memory of a
   picture. */
segue_status segue_render_pixels(
    segue_renderer *renderer, const segue_transition *transition, double progress, const segue_pixels *from,
    const segue_pixels *to, const segue_pixels *frame);

#ifdef __cplusplus
}
#endif

#endif
