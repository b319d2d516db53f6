#ifndef SEGUE_H
#define SEGUE_H

/* Segue's transitions in C: two pictures in memory and a progress in, the frame between them out, drawn on the machine's
   cores. The bytes are those of `segue FROM TO --at PROGRESS`.

       const char *parameters[] = {"rows=12", NULL};
       segue_options options = {.name = "slide", .parameters = parameters};
       segue_transition *slide = segue_transition_new(&options);
       segue_renderer *renderer = segue_renderer_new(640, 360, 8, 0);
       segue_pixels out = {frame, 640, 360, 0, SEGUE_RGBA8, SEGUE_STRAIGHT};
       if (segue_render(renderer, slide, 0.5, from, to, &out) != SEGUE_OK) puts(segue_message());

   Ownership: what `segue_..._new` returns belongs to the caller and is given back with the `_free` of its type, which takes a
   null pointer, too. Everything else that is returned belongs to the library and stays as long as the process. Arguments are
   read during the call and not kept.

   Errors: a function that returns a pointer returns a null pointer, one that returns a `segue_status` returns another than
   SEGUE_OK; `segue_message` is the reason in one sentence. No argument ends the process, except for what C cannot check:
   pointers to memory that is not there or too small, and objects that were freed.

   Threads: every function may be called from any thread, and every object used from several at once. A renderer draws one
   frame at a time: a second thread waits. An object is freed once, when no call uses it any more. Do not call the library in
   a child process after fork() without exec(). */

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
  /* An argument, a name or a value that cannot be. */
  SEGUE_INVALID_ARGUMENT = 64,
  /* The text of a look or of filters that cannot be read, or whose values are out of their bounds. */
  SEGUE_INVALID_DATA = 65,
  /* A fault of the library's own. */
  SEGUE_FAULT = 70
} segue_status;

/* The outcome of the last call in this thread that can fail. */
segue_status segue_last_status(void);
/* The reason why the last call in this thread that can fail did so, in one sentence of at most 2000 bytes without a full stop;
   "" if it did not. Valid until this thread's next call. */
const char *segue_message(void);

/* ---- What there is ---- */

/* A parameter of a transition or of a filter. */
typedef struct {
  const char *name;
  /* "float", "int", "bool", "vec2", "vec3", "vec4", "color", "choice", "texture", "points". */
  const char *type;
  /* The value without one being given, as it is typed; NULL where there is none. */
  const char *value;
  /* The bounds of each number; -INFINITY and INFINITY where there is none. */
  double minimum, maximum;
  /* The unit in words; NULL where there is none. */
  const char *unit;
  /* The words of a choice, then NULL; NULL for every other type. */
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
  /* The duration that it is meant for, in seconds, and its timing curve; 0 and NULL for a filter. */
  double duration;
  const char *timing;
  const segue_parameter *parameters;
  size_t parameter_count;
} segue_description;

/* The built-in transitions, in the order in which the tool lists them, and how many they are. */
const segue_description *segue_transitions(size_t *count);
/* The filters. */
const segue_description *segue_filters(size_t *count);
/* Whether `curve` is a timing curve, such as "ease-in-out" or "spring(0.8)". */
segue_status segue_check_timing(const char *curve);

/* ---- Transitions ---- */

/* What a transition is made of. What is left out is NULL. */
typedef struct {
  /* The name of a built-in, or "xfade:" and one of ffmpeg's names. */
  const char *name;
  /* Instead of the name: a look, JSON as docs/looks.md describes it, that names no files. */
  const char *look;
  /* Values of parameters as the command line takes them, "rows=12", then NULL. */
  const char *const *parameters;
  /* The timing curve; NULL is the transition's own. It matters for segue_transition_progress and its like alone. */
  const char *timing;
  /* Chains of filters of the outgoing picture, of the incoming one, and of the frame, such as "blur(0.03*p)". */
  const char *from_filter, *to_filter, *filter;
  /* The colour under everything, such as "#102030" or "transparent"; NULL is black between opaque pictures, else
     transparent. */
  const char *background;
} segue_options;

/* A transition with its parameters. It never changes. */
typedef struct segue_transition segue_transition;

segue_transition *segue_transition_new(const segue_options *options);
void segue_transition_free(segue_transition *transition);

/* The seconds that the transition takes when `duration` are asked for, 0 being its own: a spring with a mass takes the time in
   which it settles. NaN for an error. */
double segue_transition_duration(const segue_transition *transition, double duration);
/* The progress `time` seconds after the beginning of a run of `duration` seconds, 0 being the transition's own. 0 before it,
   1 from its end on. A spring goes beyond 1 in between. NaN for an error. */
double segue_transition_progress(const segue_transition *transition, double time, double duration);
/* The number of frames that the tool makes of a run: one at each multiple of `rate_denominator / rate_numerator` seconds from
   0 to the duration, both included. 0 for an error. */
int64_t segue_frame_count(
    const segue_transition *transition, double duration, int64_t rate_numerator, int64_t rate_denominator);
/* The progress of one of them, counted from 0. NaN for an error. */
double segue_frame_progress(
    const segue_transition *transition, double duration, int64_t rate_numerator, int64_t rate_denominator,
    int64_t frame);

/* ---- Pictures ---- */

/* The layout of a pixel in memory: channels in the order of their letters. */
typedef enum { SEGUE_RGBA8 = 0, SEGUE_BGRA8 = 1, SEGUE_RGB8 = 2, SEGUE_RGBA16 = 3 } segue_format;

/* Whether colours are multiplied by alpha. */
typedef enum { SEGUE_STRAIGHT = 0, SEGUE_PREMULTIPLIED = 1 } segue_alpha_mode;

/* A picture in the caller's memory: sRGB values, the top row first. 16-bit channels have the machine's order of bytes, and
   their rows begin at even addresses. */
typedef struct {
  /* The first byte of the top row. Frames are drawn fastest into rows that begin on multiples of 64 bytes. */
  void *data;
  /* In pixels, 1 to 16384. */
  int64_t width, height;
  /* Bytes from one row to the next; 0 where rows follow each other. */
  int64_t stride;
  /* A segue_format. RGB has no alpha: pictures are opaque, and of frames it is left out. */
  int32_t format;
  /* A segue_alpha_mode. Straight alpha is what the library computes with. */
  int32_t alpha;
} segue_pixels;

/* The way in which a picture is brought to another size. */
typedef enum { SEGUE_COVER = 0, SEGUE_CONTAIN = 1, SEGUE_STRETCH = 2, SEGUE_BLUR = 3 } segue_fit;

/* A picture that is prepared once and drawn many times. It never changes. */
typedef struct segue_picture segue_picture;

/* A copy of the pixels. */
segue_picture *segue_picture_new(const segue_pixels *pixels);
/* The picture at another size, resampled by Lanczos: `fit` is a segue_fit, the tool's --fit. */
segue_picture *segue_picture_new_fitted(const segue_picture *picture, int64_t width, int64_t height, int32_t fit);
void segue_picture_free(segue_picture *picture);

/* ---- Frames ---- */

/* Draws frames of one size. It keeps what it works with: one of 1920x1080 takes some 10 to 50 MB. */
typedef struct segue_renderer segue_renderer;

/* A renderer of frames of `width` by `height` pixels with 8 or 16 `bits` a channel, drawn by so many `threads`, at most 1024;
   0 is one for each core. */
segue_renderer *segue_renderer_new(int64_t width, int64_t height, int32_t bits, int32_t threads);
void segue_renderer_free(segue_renderer *renderer);

/* Draws the frame at `progress`, 0 being the outgoing picture and 1 the incoming one; no timing curve is applied. Pictures and
   frame have the renderer's size, and the frame its bits a channel. */
segue_status segue_render(
    segue_renderer *renderer, const segue_transition *transition, double progress, const segue_picture *from,
    const segue_picture *to, const segue_pixels *frame);
/* The same between pixels that change with every frame. They are not kept; the frame may be in the same memory. */
segue_status segue_render_pixels(
    segue_renderer *renderer, const segue_transition *transition, double progress, const segue_pixels *from,
    const segue_pixels *to, const segue_pixels *frame);

#ifdef __cplusplus
}
#endif

#endif
