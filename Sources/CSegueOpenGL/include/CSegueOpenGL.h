#pragma once

// The functions of this target have the names of the libraries' functions and forward to them. They
// are hidden symbols. Otherwise a driver that is loaded later would call them instead of the
// libraries' functions.
#define EGLAPI __attribute__((visibility("hidden")))
#define GL_APICALL __attribute__((visibility("hidden")))

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>

// The used part of gbm.h.
struct gbm_device;
__attribute__((visibility("hidden"))) struct gbm_device *gbm_create_device(int file);
__attribute__((visibility("hidden"))) void gbm_device_destroy(struct gbm_device *device);

// Loads libEGL and libGLESv2 on the first call; returns the file of a missing library, else null. Call
// this before any function of EGL or OpenGL ES.
const char *segue_load_opengl(void);

// Loads libgbm on the first call; returns its file if it is missing, else null. Call this before any
// function of GBM.
const char *segue_load_gbm(void);
