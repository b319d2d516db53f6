#pragma once
#include <GLES3/gl32.h>
#define GL_GLEXT_PROTOTYPES 0
#include <GLES2/gl2ext.h>
