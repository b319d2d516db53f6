/// One way to an OpenGL ES context on this machine.
///
/// **Thread-safety:** a value.
package struct GPUDevice: Sendable, Hashable {
  /// How the context is come by.
  package enum Kind: String, Sendable {
    /// An EGL device, by `EGL_EXT_platform_device`.
    case eglDevice = "egl-device"
    /// A render node, by the Generic Buffer Manager.
    case gbm
    /// `EGL_MESA_platform_surfaceless`.
    case surfaceless
    /// The display that EGL takes when it is not told which.
    case `default`
  }

  /// How the context is come by.
  package var kind: Kind
  /// Name that stays the same from run to run on an unchanged machine, for example `egl-device:0` or
  /// `gbm:/dev/dri/renderD128`.
  package var name: String
  /// `GL_VENDOR`, `nil` where there is no context.
  package var vendor: String?
  /// `GL_RENDERER`, `nil` where there is no context.
  package var renderer: String?
  /// `GL_VERSION`, `nil` where there is no context.
  package var version: String?
  /// Whether the arithmetic runs on the CPU: llvmpipe, softpipe, Software Rasterizer, SwiftShader.
  package var isSoftware: Bool
  /// Whether it was initialised, drew and read back the right bytes.
  package var isUsable: Bool
  /// Why it is not usable; `nil` where it is.
  package var reason: String?

  let source: DisplaySource
}
