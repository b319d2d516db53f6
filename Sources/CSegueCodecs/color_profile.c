// Converts pixels from ICC profiles and named primaries to sRGB, or to BT.2020's primaries. Pixels have
// four channels of 8 or 16 bits. lcms2 is loaded with the first conversion.
#include <lcms2.h>
#include <pthread.h>
#include <stdlib.h>

#include "CSegueLoading.h"
#include "SegueColorProfile.h"

// The functions of lcms2 that are called.
#define EACH_FUNCTION(F)                                                                            \
  F(cmsBuildGamma) F(cmsBuildParametricToneCurve) F(cmsCloseProfile) F(cmsCreate_sRGBProfileTHR)    \
  F(cmsCreateContext) F(cmsCreateGrayProfileTHR) F(cmsCreateRGBProfileTHR) F(cmsCreateTransformTHR) \
  F(cmsDeleteContext) F(cmsDeleteTransform) F(cmsDoTransform) F(cmsFreeToneCurve)                   \
  F(cmsGetColorSpace) F(cmsOpenProfileFromMemTHR)

#define POINTER(name) __typeof__(name) *name;
static struct { EACH_FUNCTION(POINTER) } lcms;
static bool is_there;

static void load(void) {
#define ENTRY(name) {#name, (void **)&lcms.name},
  static const SegueFunction functions[] = {EACH_FUNCTION(ENTRY)};
  is_there = segue_load(SEGUE_LIBRARY("lcms2", "2"), functions, sizeof functions / sizeof *functions) == NULL;
}

struct SegueColorTransform {
  cmsContext context;
  cmsHTRANSFORM handle;
  SegueLayout layout;
  // Bytes per channel.
  size_t bytes;
};

static bool is_ink(SegueLayout layout) {
  return layout == segue_pixels_cmyk || layout == segue_pixels_cmyk_inverted;
}

// Whether the profile's colour space is that of the pixels: grey, RGB or CMYK.
static bool fits(cmsHPROFILE profile, SegueLayout layout) {
  cmsColorSpaceSignature space = lcms.cmsGetColorSpace(profile);
  if (is_ink(layout)) return space == cmsSigCmykData;
  if (layout == segue_pixels_gray) return space == cmsSigGrayData;
  return space == cmsSigRgbData;
}

static cmsUInt32Number input_type(SegueLayout layout, size_t bytes) {
  switch (layout) {
    case segue_pixels_cmyk: return TYPE_CMYK_8;
    case segue_pixels_cmyk_inverted: return TYPE_CMYK_8_REV;
    case segue_pixels_gray:
      return COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(bytes);
    default: return bytes == 2 ? TYPE_RGBA_16 : TYPE_RGBA_8;
  }
}

// The chromaticities of wide primaries by their ITU-T H.273 number; null for other numbers.
static const cmsCIExyYTRIPLE *wide_primaries(int primaries) {
  static const cmsCIExyYTRIPLE bt2020 = {{0.708, 0.292, 1}, {0.170, 0.797, 1}, {0.131, 0.046, 1}};
  static const cmsCIExyYTRIPLE display_p3 = {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}};
  if (primaries == segue_primaries_bt2020) return &bt2020;
  return primaries == segue_primaries_display_p3 ? &display_p3 : NULL;
}

// A profile of RGB with sRGB's curve and the primaries of this number; null for unsupported numbers.
static cmsHPROFILE rgb_profile(cmsContext context, int primaries) {
  static const cmsCIExyY white = {0.3127, 0.3290, 1};
  static const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  if (primaries == segue_primaries_srgb) return lcms.cmsCreate_sRGBProfileTHR(context);
  const cmsCIExyYTRIPLE *wide = wide_primaries(primaries);
  cmsToneCurve *curve = wide == NULL ? NULL : lcms.cmsBuildParametricToneCurve(context, 4, srgb);
  if (curve == NULL) return NULL;
  cmsToneCurve *curves[3] = {curve, curve, curve};
  cmsHPROFILE profile = lcms.cmsCreateRGBProfileTHR(context, &white, wide, curves);
  lcms.cmsFreeToneCurve(curve);
  return profile;
}

// Whether a gamma selects sRGB's curve. The gammas of video and of sRGB do: both are made for the same
// displays, and programs that write video frames name the camera's curve.
static bool is_srgb(double gamma) { return gamma < 0.01 || (gamma > 0.43 && gamma < 0.53); }

// The curve of a file whose values are light to the power of `gamma`.
static cmsToneCurve *curve_of(cmsContext context, double gamma) {
  static const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  return is_srgb(gamma) ? lcms.cmsBuildParametricToneCurve(context, 4, srgb) : lcms.cmsBuildGamma(context, 1 / gamma);
}

// A grey or RGB profile with the curve of `gamma` and the chromaticities `c`.
static cmsHPROFILE png_profile(cmsContext context, double gamma, const double c[8], SegueLayout layout) {
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
  if (c[1] > 0) {
    white = (cmsCIExyY){c[0], c[1], 1};
    primaries = (cmsCIExyYTRIPLE){{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
  }
  cmsToneCurve *curve = curve_of(context, gamma);
  if (curve == NULL) return NULL;
  cmsToneCurve *curves[3] = {curve, curve, curve};
  cmsHPROFILE profile = layout == segue_pixels_gray ? lcms.cmsCreateGrayProfileTHR(context, &white, curve)
                                                    : lcms.cmsCreateRGBProfileTHR(context, &white, &primaries, curves);
  lcms.cmsFreeToneCurve(curve);
  return profile;
}

// Loads lcms2 on the first call. A transform has a separate context, which keeps lcms2 from writing to
// stderr and from sharing state between threads.
static SegueStatus open_transform(SegueLayout layout, int bits, SegueColorTransform **transform) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!is_there) return segue_no_library;
  *transform = calloc(1, sizeof **transform);
  if (*transform == NULL) return segue_no_memory;
  **transform = (SegueColorTransform){
      .context = lcms.cmsCreateContext(NULL, NULL), .layout = layout, .bytes = (size_t)bits / 8};
  return segue_ok;
}

// Sets the conversion from `source` in the context of the open `transform`. Frees the transform if the profile cannot be
// converted. Takes ownership of the profile.
static SegueStatus convert_from(cmsHPROFILE source, int target_primaries, SegueColorTransform **transform) {
  SegueColorTransform *result = *transform;
  bool is_deep = result->bytes == 2;
  cmsHPROFILE target = rgb_profile(result->context, target_primaries);
  if (source != NULL && target != NULL && fits(source, result->layout)) {
    // Tables in place of the formulas would lose the lower half of 16 bits.
    cmsUInt32Number flags = cmsFLAGS_NOCACHE | (is_deep ? cmsFLAGS_NOOPTIMIZE : 0);
    result->handle = lcms.cmsCreateTransformTHR(result->context, source, input_type(result->layout, result->bytes),
                                                target, is_deep ? TYPE_RGBA_16 : TYPE_RGBA_8, INTENT_PERCEPTUAL, flags);
  }
  if (source != NULL) lcms.cmsCloseProfile(source);
  if (target != NULL) lcms.cmsCloseProfile(target);
  if (result->handle != NULL) return segue_ok;
  segue_color_transform_free(result);
  *transform = NULL;
  return segue_bad_data;
}

SegueStatus segue_color_transform_create(const uint8_t *profile, size_t length, int primaries, SegueLayout layout,
                                         int bits, int target_primaries, SegueColorTransform **transform) {
  *transform = NULL;
  bool is_known = primaries == segue_primaries_srgb || wide_primaries(primaries) != NULL;
  if (length == 0 && (!is_known || primaries == target_primaries)) return segue_ok;
  if (length > UINT32_MAX) return segue_bad_data;
  SegueStatus status = open_transform(layout, bits, transform);
  if (status != segue_ok) return status;
  cmsContext context = (*transform)->context;
  cmsHPROFILE source = length > 0 ? lcms.cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)length)
                                  : rgb_profile(context, primaries);
  return convert_from(source, target_primaries, transform);
}

SegueStatus segue_color_transform_create_png(double gamma, const double chromaticities[8], SegueLayout layout,
                                             int bits, int target_primaries, SegueColorTransform **transform) {
  *transform = NULL;
  bool is_target = is_srgb(gamma) && chromaticities[1] <= 0 && target_primaries == segue_primaries_srgb;
  if (is_target) return segue_ok;
  SegueStatus status = open_transform(layout, bits, transform);
  if (status != segue_ok) return status;
  return convert_from(png_profile((*transform)->context, gamma, chromaticities, layout), target_primaries, transform);
}

// Whether a pixel of these channels changes by at most one step.
static bool stays(const SegueColorTransform *transform, uint8_t red, uint8_t green, uint8_t blue) {
  uint8_t before[3] = {red, green, blue};
  uint8_t pixel[4] = {red, green, blue, 255};
  if (transform->bytes == 2) {
    uint16_t deep[4] = {red * 257, green * 257, blue * 257, 65535};
    segue_color_transform_apply(transform, (uint8_t *)deep, 1);
    for (int i = 0; i < 3; i++) pixel[i] = (uint8_t)((deep[i] + 128) / 257);
  } else {
    segue_color_transform_apply(transform, pixel, 1);
  }
  for (int i = 0; i < 3; i++)
    if (abs(pixel[i] - before[i]) > 1) return false;
  return true;
}

bool segue_color_transform_is_identity(const SegueColorTransform *transform) {
  if (is_ink(transform->layout)) return false;
  for (int value = 0; value < 256; value++)
    if (!stays(transform, (uint8_t)value, (uint8_t)value, (uint8_t)value)) return false;
  if (transform->layout == segue_pixels_gray) return true;
  for (int red = 0; red < 256; red += 51)
    for (int green = 0; green < 256; green += 51)
      for (int blue = 0; blue < 256; blue += 51)
        if (!stays(transform, (uint8_t)red, (uint8_t)green, (uint8_t)blue)) return false;
  return true;
}

void segue_color_transform_apply(const SegueColorTransform *transform, uint8_t *pixels, size_t count) {
  bool sets_alpha = is_ink(transform->layout);
  while (count > 0) {
    size_t part = count < 1u << 20 ? count : 1u << 20;
    lcms.cmsDoTransform(transform->handle, pixels, pixels, (cmsUInt32Number)part);
    if (sets_alpha)
      for (size_t i = 0; i < part; i++) pixels[i * 4 + 3] = 255;
    pixels += part * 4 * transform->bytes;
    count -= part;
  }
}

void segue_color_transform_free(SegueColorTransform *transform) {
  if (transform == NULL) return;
  if (transform->handle != NULL) lcms.cmsDeleteTransform(transform->handle);
  if (transform->context != NULL) lcms.cmsDeleteContext(transform->context);
  free(transform);
}

void segue_cmyk_to_rgba(uint8_t *pixels, size_t count, bool inverted) {
  uint8_t flip = inverted ? 0 : 255;
  for (size_t i = 0; i < count; i++) {
    uint8_t *pixel = pixels + i * 4;
    unsigned black = pixel[3] ^ flip;
    for (int c = 0; c < 3; c++) pixel[c] = (uint8_t)(((unsigned)(pixel[c] ^ flip) * black + 127) / 255);
    pixel[3] = 255;
  }
}
