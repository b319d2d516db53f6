// Thin shims over libpng, libjpeg-turbo, libwebp, libheif, libtiff, librsvg, lcms2 and libdeflate.
// No call jumps across its caller's frames: every failure is returned as a status with a sentence
// in the caller's buffer.
#pragma once

#include "SegueColorProfile.h"
#include "SegueDecode.h"
#include "SegueDeflate.h"
#include "SegueDrawing.h"
#include "SegueEncode.h"
#include "SegueRunDeflate.h"
