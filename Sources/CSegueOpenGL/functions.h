#pragma once

// The used functions: result, name, parameters, arguments.
// clang-format off
#define EGL_FUNCTIONS(F) \
  F(EGLBoolean, eglBindAPI, (EGLenum api), (api)) \
  F(EGLBoolean, eglChooseConfig, (EGLDisplay dpy, const EGLint *attrib_list, EGLConfig *configs, EGLint config_size, \
    EGLint *num_config), (dpy, attrib_list, configs, config_size, num_config)) \
  F(EGLContext, eglCreateContext, (EGLDisplay dpy, EGLConfig config, EGLContext share_context, \
    const EGLint *attrib_list), (dpy, config, share_context, attrib_list)) \
  F(EGLSurface, eglCreatePbufferSurface, (EGLDisplay dpy, EGLConfig config, const EGLint *attrib_list), \
    (dpy, config, attrib_list)) \
  F(EGLBoolean, eglDestroyContext, (EGLDisplay dpy, EGLContext ctx), (dpy, ctx)) \
  F(EGLBoolean, eglDestroySurface, (EGLDisplay dpy, EGLSurface surface), (dpy, surface)) \
  F(EGLContext, eglGetCurrentContext, (void), ()) \
  F(EGLDisplay, eglGetCurrentDisplay, (void), ()) \
  F(EGLSurface, eglGetCurrentSurface, (EGLint readdraw), (readdraw)) \
  F(EGLDisplay, eglGetDisplay, (EGLNativeDisplayType display_id), (display_id)) \
  F(EGLint, eglGetError, (void), ()) \
  F(__eglMustCastToProperFunctionPointerType, eglGetProcAddress, (const char *procname), (procname)) \
  F(EGLBoolean, eglInitialize, (EGLDisplay dpy, EGLint *major, EGLint *minor), (dpy, major, minor)) \
  F(EGLBoolean, eglMakeCurrent, (EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx), \
    (dpy, draw, read, ctx)) \
  F(const char *, eglQueryString, (EGLDisplay dpy, EGLint name), (dpy, name))

#define GLES_FUNCTIONS(F) \
  F(void, glActiveTexture, (GLenum texture), (texture)) \
  F(void, glAttachShader, (GLuint program, GLuint shader), (program, shader)) \
  F(void, glBindBuffer, (GLenum target, GLuint buffer), (target, buffer)) \
  F(void, glBindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer)) \
  F(void, glBindSampler, (GLuint unit, GLuint sampler), (unit, sampler)) \
  F(void, glBindTexture, (GLenum target, GLuint texture), (target, texture)) \
  F(void, glBufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage), (target, size, data, usage)) \
  F(void, glClear, (GLbitfield mask), (mask)) \
  F(void, glClearBufferfv, (GLenum buffer, GLint drawbuffer, const GLfloat *value), (buffer, drawbuffer, value)) \
  F(void, glClearBufferuiv, (GLenum buffer, GLint drawbuffer, const GLuint *value), (buffer, drawbuffer, value)) \
  F(void, glClearColor, (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha), (red, green, blue, alpha)) \
  F(GLenum, glClientWaitSync, (GLsync sync, GLbitfield flags, GLuint64 timeout), (sync, flags, timeout)) \
  F(void, glCompileShader, (GLuint shader), (shader)) \
  F(void, glCopyTexSubImage2D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y, \
    GLsizei width, GLsizei height), (target, level, xoffset, yoffset, x, y, width, height)) \
  F(GLuint, glCreateProgram, (void), ()) \
  F(GLuint, glCreateShader, (GLenum type), (type)) \
  F(void, glDeleteFramebuffers, (GLsizei n, const GLuint *framebuffers), (n, framebuffers)) \
  F(void, glDeleteProgram, (GLuint program), (program)) \
  F(void, glDeleteSamplers, (GLsizei count, const GLuint *samplers), (count, samplers)) \
  F(void, glDeleteShader, (GLuint shader), (shader)) \
  F(void, glDeleteSync, (GLsync sync), (sync)) \
  F(void, glDeleteTextures, (GLsizei n, const GLuint *textures), (n, textures)) \
  F(void, glDisable, (GLenum cap), (cap)) \
  F(void, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count)) \
  F(void, glEnable, (GLenum cap), (cap)) \
  F(GLsync, glFenceSync, (GLenum condition, GLbitfield flags), (condition, flags)) \
  F(void, glFinish, (void), ()) \
  F(void, glFlush, (void), ()) \
  F(void, glFramebufferTexture2D, (GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level), \
    (target, attachment, textarget, texture, level)) \
  F(void, glGenBuffers, (GLsizei n, GLuint *buffers), (n, buffers)) \
  F(void, glGenFramebuffers, (GLsizei n, GLuint *framebuffers), (n, framebuffers)) \
  F(void, glGenSamplers, (GLsizei count, GLuint *samplers), (count, samplers)) \
  F(void, glGenTextures, (GLsizei n, GLuint *textures), (n, textures)) \
  F(GLenum, glGetError, (void), ()) \
  F(void, glGetIntegerv, (GLenum pname, GLint *data), (pname, data)) \
  F(void, glGetProgramInfoLog, (GLuint program, GLsizei bufSize, GLsizei *length, GLchar *infoLog), \
    (program, bufSize, length, infoLog)) \
  F(void, glGetProgramiv, (GLuint program, GLenum pname, GLint *params), (program, pname, params)) \
  F(void, glGetShaderInfoLog, (GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *infoLog), \
    (shader, bufSize, length, infoLog)) \
  F(void, glGetShaderiv, (GLuint shader, GLenum pname, GLint *params), (shader, pname, params)) \
  F(const GLubyte *, glGetString, (GLenum name), (name)) \
  F(GLint, glGetUniformLocation, (GLuint program, const GLchar *name), (program, name)) \
  F(void, glLinkProgram, (GLuint program), (program)) \
  F(void *, glMapBufferRange, (GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access), \
    (target, offset, length, access)) \
  F(void, glPixelStorei, (GLenum pname, GLint param), (pname, param)) \
  F(void, glReadPixels, (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels), \
    (x, y, width, height, format, type, pixels)) \
  F(void, glSamplerParameteri, (GLuint sampler, GLenum pname, GLint param), (sampler, pname, param)) \
  F(void, glScissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height)) \
  F(void, glShaderSource, (GLuint shader, GLsizei count, const GLchar *const *string, const GLint *length), \
    (shader, count, string, length)) \
  F(void, glTexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param)) \
  F(void, glTexStorage2D, (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height), \
    (target, levels, internalformat, width, height)) \
  F(void, glTexSubImage2D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, \
    GLenum format, GLenum type, const void *pixels), \
    (target, level, xoffset, yoffset, width, height, format, type, pixels)) \
  F(void, glUniform1f, (GLint location, GLfloat v0), (location, v0)) \
  F(void, glUniform1fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value)) \
  F(void, glUniform1i, (GLint location, GLint v0), (location, v0)) \
  F(void, glUniform1iv, (GLint location, GLsizei count, const GLint *value), (location, count, value)) \
  F(void, glUniform1ui, (GLint location, GLuint v0), (location, v0)) \
  F(void, glUniform2f, (GLint location, GLfloat v0, GLfloat v1), (location, v0, v1)) \
  F(void, glUniform2fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value)) \
  F(void, glUniform2i, (GLint location, GLint v0, GLint v1), (location, v0, v1)) \
  F(void, glUniform2iv, (GLint location, GLsizei count, const GLint *value), (location, count, value)) \
  F(void, glUniform3fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value)) \
  F(void, glUniform3i, (GLint location, GLint v0, GLint v1, GLint v2), (location, v0, v1, v2)) \
  F(void, glUniform3iv, (GLint location, GLsizei count, const GLint *value), (location, count, value)) \
  F(void, glUniform3ui, (GLint location, GLuint v0, GLuint v1, GLuint v2), (location, v0, v1, v2)) \
  F(void, glUniform4fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value)) \
  F(void, glUniform4i, (GLint location, GLint v0, GLint v1, GLint v2, GLint v3), (location, v0, v1, v2, v3)) \
  F(void, glUniform4iv, (GLint location, GLsizei count, const GLint *value), (location, count, value)) \
  F(void, glUniform4ui, (GLint location, GLuint v0, GLuint v1, GLuint v2, GLuint v3), (location, v0, v1, v2, v3)) \
  F(void, glUniformMatrix2fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value), \
    (location, count, transpose, value)) \
  F(void, glUniformMatrix3fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value), \
    (location, count, transpose, value)) \
  F(void, glUniformMatrix4fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value), \
    (location, count, transpose, value)) \
  F(GLboolean, glUnmapBuffer, (GLenum target), (target)) \
  F(void, glUseProgram, (GLuint program), (program)) \
  F(void, glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))

#define GBM_FUNCTIONS(F) \
  F(struct gbm_device *, gbm_create_device, (int file), (file)) \
  F(void, gbm_device_destroy, (struct gbm_device *device), (device))
// clang-format on
