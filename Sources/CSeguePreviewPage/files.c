// `#embed` includes the bytes of page/; the compiler records the files as dependencies.
#include "CSeguePreviewPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char page_css[] = {
#embed "page/page.css"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char live_js[] = {
#embed "page/live.js"
};
static const unsigned char stage_js[] = {
#embed "page/stage.js"
};
static const unsigned char catalogue_js[] = {
#embed "page/catalogue.js"
};
static const unsigned char inspector_js[] = {
#embed "page/inspector.js"
};
static const unsigned char curve_js[] = {
#embed "page/curve.js"
};
static const unsigned char page_js[] = {
#embed "page/page.js"
};
static const unsigned char film_html[] = {
#embed "page/film.html"
};
static const unsigned char film_css[] = {
#embed "page/film.css"
};
static const unsigned char film_js[] = {
#embed "page/film.js"
};
static const unsigned char timeline_js[] = {
#embed "page/timeline.js"
};

#define FILE_AT(path, name) {path, name, sizeof name}
static const struct preview_file files[] = {
    FILE_AT("/", index_html),
    FILE_AT("/page.css", page_css),
    FILE_AT("/icon.svg", icon_svg),
    FILE_AT("/main.js", main_js),
    FILE_AT("/live.js", live_js),
    FILE_AT("/stage.js", stage_js),
    FILE_AT("/catalogue.js", catalogue_js),
    FILE_AT("/inspector.js", inspector_js),
    FILE_AT("/curve.js", curve_js),
    FILE_AT("/page.js", page_js),
    FILE_AT("/film.html", film_html),
    FILE_AT("/film.css", film_css),
    FILE_AT("/film.js", film_js),
    FILE_AT("/timeline.js", timeline_js),
};

const int preview_page_file_count = sizeof files / sizeof files[0];

struct preview_file preview_page_file(int index) { return files[index]; }
