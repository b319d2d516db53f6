#include "CSegueSubtitles.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "CSegueLoading.h"

// The used part of ass/ass.h; its layout is unchanged since libass 0.9.
typedef struct ass_image {
    int w, h, stride;
    unsigned char *bitmap;
    uint32_t color;
    int dst_x, dst_y;
    struct ass_image *next;
} ass_image;

// The functions that are called: result, name, parameters.
#define EACH_FUNCTION(F) \
    F(void *, ass_library_init, (void)) \
    F(void, ass_library_done, (void *)) \
    F(void, ass_set_message_cb, (void *, void (*)(int, const char *, va_list, void *), void *)) \
    F(void, ass_set_extract_fonts, (void *, int)) \
    F(void *, ass_renderer_init, (void *)) \
    F(void, ass_renderer_done, (void *)) \
    F(void, ass_set_frame_size, (void *, int, int)) \
    F(void, ass_set_storage_size, (void *, int, int)) \
    F(void, ass_set_fonts, (void *, const char *, const char *, int, const char *, int)) \
    F(void, ass_set_cache_limits, (void *, int, int)) \
    F(void *, ass_read_memory, (void *, char *, size_t, const char *)) \
    F(void, ass_free_track, (void *)) \
    F(ass_image *, ass_render_frame, (void *, void *, long long, int *))

#define POINTER(result, name, parameters) result(*name) parameters;
static struct { EACH_FUNCTION(POINTER) } library;
static bool is_there;

static void load(void)
{
#define ENTRY(result, name, parameters) {#name, (void **)&library.name},
    static const SegueFunction functions[] = {EACH_FUNCTION(ENTRY)};
    const size_t count = sizeof functions / sizeof *functions;
    is_there = segue_load(SEGUE_LIBRARY("ass", "9"), functions, count) == NULL ||
               segue_load("libass.so", functions, count) == NULL;
}

struct segue_subtitles {
    void *library, *renderer, *track;
    ass_image *images;
    segue_subtitle_area area;
    int width, height;
};

static void ignore(int level, const char *format, va_list arguments, void *data)
{
    (void)level, (void)format, (void)arguments, (void)data;
}

void segue_subtitles_close(segue_subtitles *s)
{
    if (!s) return;
    if (s->track) library.ass_free_track(s->track);
    if (s->renderer) library.ass_renderer_done(s->renderer);
    if (s->library) library.ass_library_done(s->library);
    free(s);
}

segue_subtitles *segue_subtitles_open(const char *script, size_t length, int width, int height, int *reason)
{
    segue_subtitles *s = calloc(1, sizeof *s);
    char *copy = NULL;
    *reason = 1;
    if (!s) return NULL;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_there) goto missing;
    s->width = width;
    s->height = height;
    if (!(s->library = library.ass_library_init())) goto missing;
    library.ass_set_message_cb(s->library, ignore, NULL);
    library.ass_set_extract_fonts(s->library, 1);
    if (!(s->renderer = library.ass_renderer_init(s->library))) goto missing;
    library.ass_set_frame_size(s->renderer, width, height);
    library.ass_set_storage_size(s->renderer, width, height);
    library.ass_set_cache_limits(s->renderer, 1000, 16);
    // The system's fonts, through the default font provider.
    library.ass_set_fonts(s->renderer, NULL, "sans-serif", 1, NULL, 1);
    *reason = 2;
    // libass modifies the script in place.
    if (!(copy = malloc(length + 1))) goto missing;
    memcpy(copy, script, length);
    copy[length] = 0;
    s->track = library.ass_read_memory(s->library, copy, length, NULL);
    free(copy);
    if (s->track) return s;
missing:
    segue_subtitles_close(s);
    return NULL;
}

segue_subtitle_area segue_subtitles_area(segue_subtitles *s, long long milliseconds, int *changed)
{
    int x0 = s->width, y0 = s->height, x1 = 0, y1 = 0;
    s->images = library.ass_render_frame(s->renderer, s->track, milliseconds, changed);
    for (ass_image *image = s->images; image; image = image->next) {
        if (image->w < 1 || image->h < 1) continue;
        if (image->dst_x < x0) x0 = image->dst_x;
        if (image->dst_y < y0) y0 = image->dst_y;
        if (image->dst_x + image->w > x1) x1 = image->dst_x + image->w;
        if (image->dst_y + image->h > y1) y1 = image->dst_y + image->h;
    }
    if (x0 < 0) x0 = 0;
    if (y0 < 0) y0 = 0;
    if (x1 > s->width) x1 = s->width;
    if (y1 > s->height) y1 = s->height;
    s->area = x1 > x0 && y1 > y0 ? (segue_subtitle_area){x0, y0, x1 - x0, y1 - y0} : (segue_subtitle_area){0, 0, 0, 0};
    return s->area;
}

/// `over` with alpha `a` (0 to 255 * 255) over the straight pixel `p`, rounded to nearest.
static void blend(uint8_t *p, const uint32_t over[3], uint32_t a)
{
    // The weights of the new and the old colour, out of 65025.
    const uint32_t under = (uint32_t)p[3] * (65025 - a) / 255;
    const uint32_t sum = a + under;
    if (sum == 0) return;
    for (int c = 0; c < 3; c++) {
        p[c] = (uint8_t)(((uint64_t)over[c] * a + (uint64_t)p[c] * under + sum / 2) / sum);
    }
    p[3] = (uint8_t)((sum + 127) / 255);
}

void segue_subtitles_draw(segue_subtitles *s, uint8_t *pixels)
{
    const segue_subtitle_area area = s->area;
    memset(pixels, 0, (size_t)area.width * (size_t)area.height * 4);
    for (const ass_image *image = s->images; image; image = image->next) {
        const uint32_t color[3] = {image->color >> 24, image->color >> 16 & 255, image->color >> 8 & 255};
        const uint32_t opacity = 255 - (image->color & 255);
        for (int y = 0; y < image->h; y++) {
            const int row = image->dst_y + y - area.y;
            if (row < 0 || row >= area.height) continue;
            for (int x = 0; x < image->w; x++) {
                const int column = image->dst_x + x - area.x;
                const uint32_t share = image->bitmap[y * image->stride + x] * opacity;
                if (share == 0 || column < 0 || column >= area.width) continue;
                blend(pixels + ((size_t)row * (size_t)area.width + (size_t)column) * 4, color, share);
            }
        }
    }
}
