import CSegueOpenGL
import Glibc
import SegueRendering

/// An OpenGL ES context without a window. Versions 3.2, 3.1 and 3.0 are tried in this order, each
/// first with robust access and loss on reset, then without them.
///
/// **Thread-safety:** current on one thread at a time; `destroy` may be called from any thread once
/// it is current on none. `@unchecked`, because EGL's handles are pointers.
final class GLContext: @unchecked Sendable {
  let display: Display
  private let handle: EGLContext
  private let surface: EGLSurface?
  private let resetStatus: ResetStatus?

  private typealias ResetStatus = @convention(c) () -> GLenum

  /// Makes a context and makes it current on this thread.
  init(_ source: DisplaySource) throws(RenderError) {
    let display = try DisplayRegistry.display(source)
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else {
      throw .unavailable("\(source.name): EGL does not support OpenGL ES, \(EGLLibrary.lastError())")
    }
    let isSurfaceless = display.extensions.contains("EGL_KHR_surfaceless_context")
    let needsConfig = !isSurfaceless || !display.extensions.contains("EGL_KHR_no_config_context")
    let config = needsConfig ? GLContext.config(display.handle, pbuffer: !isSurfaceless) : nil
    guard config != nil || !needsConfig else {
      throw .unavailable("\(source.name): EGL has no configuration for OpenGL ES 3")
    }
    guard let (handle, isRobust) = GLContext.context(display.handle, config) else {
      throw .unavailable("\(source.name): EGL creates no OpenGL ES 3.0 context, \(EGLLibrary.lastError())")
    }
    let size: [EGLint] = [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE]
    self.display = display
    self.handle = handle
    surface = isSurfaceless ? nil : eglCreatePbufferSurface(display.handle, config, size)
    resetStatus = isRobust ? GLContext.resetStatusFunction() : nil
    guard eglMakeCurrent(display.handle, surface, surface, handle) == EGL_TRUE else {
      let error = EGLLibrary.lastError()
      destroy()
      throw .unavailable("\(source.name): the context cannot be made current, \(error)")
    }
  }

  /// Makes the context current on this thread, if it is not.
  func makeCurrent() throws(RenderError) {
    guard eglGetCurrentContext() != handle else { return }
    guard eglMakeCurrent(display.handle, surface, surface, handle) == EGL_TRUE else {
      throw .deviceLost("the context cannot be made current, \(EGLLibrary.lastError())")
    }
  }

  /// Releases this thread from the context, if it is current there.
  func leaveThread() {
    if eglGetCurrentContext() == handle { eglMakeCurrent(display.handle, nil, nil, nil) }
  }

  func destroy() {
    if let surface { eglDestroySurface(display.handle, surface) }
    eglDestroyContext(display.handle, handle)
  }

  /// Throws the OpenGL error since the last call, if any.
  func check(_ action: String) throws(RenderError) {
    if let resetStatus {
      let status = resetStatus()
      if status != GLenum(GL_NO_ERROR) {
        waitForReset(resetStatus)
        throw .deviceLost("the context was reset (0x\(String(status, radix: 16))) while \(action)")
      }
    }
    let error = glGetError()
    switch Int32(error) {
    case GL_NO_ERROR: return
    case GL_OUT_OF_MEMORY: throw .outOfMemory("the GPU's memory ran out while \(action)")
    default: throw .deviceLost("OpenGL ES error 0x\(String(error, radix: 16)) while \(action)")
    }
  }

  /// Waits until the driver has finished a reset, for at most a second: a context made during the
  /// reset would also be lost.
  private func waitForReset(_ status: ResetStatus) {
    for _ in 0..<100 where status() != GLenum(GL_NO_ERROR) { usleep(10_000) }
  }

  private static func resetStatusFunction() -> ResetStatus? {
    for suffix in ["", "KHR", "EXT"] {
      let name = "glGetGraphicsResetStatus" + suffix
      if let function = EGLLibrary.function(name, as: ResetStatus.self) { return function }
    }
    return nil
  }

  private static func config(_ display: EGLDisplay?, pbuffer: Bool) -> EGLConfig? {
    let wanted: [EGLint] = [
      EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, pbuffer ? EGL_PBUFFER_BIT : 0, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display, wanted, &config, 1, &count) == EGL_TRUE, count > 0 else { return nil }
    return config
  }

  private static func context(
    _ display: EGLDisplay?, _ config: EGLConfig?
  ) -> (handle: EGLContext, isRobust: Bool)? {
    for minor: EGLint in [2, 1, 0] {
      let version: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, minor]
      let robust: [EGLint] = [
        EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE,
        EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET,
      ]
      if let handle = eglCreateContext(display, config, nil, version + robust + [EGL_NONE]) {
        return (handle, true)
      }
      if let handle = eglCreateContext(display, config, nil, version + [EGL_NONE]) { return (handle, false) }
    }
    return nil
  }
}
