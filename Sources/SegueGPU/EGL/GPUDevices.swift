import CSegueOpenGL
import SegueRendering

/// The sources of OpenGL ES contexts on this machine.
///
/// **Thread-safety:** may be called from any thread.
package enum GPUDevices {
  /// Every device, in the order of preference: hardware EGL devices, render nodes, the software
  /// device, the surfaceless platform, the default display. Each was initialised and drew a test
  /// picture.
  ///
  /// Takes tens of milliseconds per device. A current context of this thread stays current. If a
  /// library is missing, the default display is the only device, and it is not usable.
  package static func enumerate() -> [GPUDevice] {
    if let libraryFault { return [unusable(.defaultDisplay, libraryFault)] }
    return DisplayRegistry.sources().map(probe)
  }

  /// A message that names a missing library and the packages to install; `nil` if every library
  /// that devices need is loaded. The first call loads the libraries.
  package static var libraryFault: String? {
    guard let name = segue_load_opengl() else { return nil }
    return "\(String(cString: name)) cannot be loaded; install libegl1, libgles2 and libgl1-mesa-dri"
  }

  /// Whether `renderer`, a `GL_RENDERER`, draws on the CPU.
  static func isSoftware(renderer: String) -> Bool {
    ["llvmpipe", "softpipe", "Software Rasterizer", "SwiftShader"].contains { renderer.contains($0) }
  }

  /// The first device that `choice` accepts, with a context that is current on this thread.
  static func open(_ choice: GPUDeviceChoice) throws(RenderError) -> (GLContext, GPUDevice) {
    if let libraryFault { throw .unavailable(libraryFault) }
    guard case .automatic(let allowsSoftware, let excluded) = choice else {
      if case .device(let device) = choice { return try open(device.source) }
      throw .unavailable("no device was chosen")
    }
    var tried: [String] = []
    let sources = DisplayRegistry.sources()
    for source in sources where !excluded.contains(source.name) {
      if !allowsSoftware, source.isKnownSoftware(among: sources) {
        tried.append("\(source.name): the display has no hardware device")
        continue
      }
      do throws(RenderError) {
        let (context, device) = try open(source)
        if allowsSoftware || !device.isSoftware { return (context, device) }
        tried.append("\(device.name): \(device.renderer ?? "the device") draws on the CPU")
        context.leaveThread()
        context.destroy()
      } catch {
        tried.append(error.reason)
      }
    }
    throw .unavailable(tried.joined(separator: "; "))
  }

  private static func open(_ source: DisplaySource) throws(RenderError) -> (GLContext, GPUDevice) {
    let context = try GLContext(source)
    let device = describe(source)
    guard drawsCorrectly() else {
      context.leaveThread()
      context.destroy()
      throw .unavailable("\(source.name): a drawn pixel was not read back")
    }
    return (context, device)
  }

  private static func probe(_ source: DisplaySource) -> GPUDevice {
    let (display, context) = (eglGetCurrentDisplay(), eglGetCurrentContext())
    let (draw, read) = (eglGetCurrentSurface(EGL_DRAW), eglGetCurrentSurface(EGL_READ))
    defer { if let display, let context { eglMakeCurrent(display, draw, read, context) } }
    do throws(RenderError) {
      let (own, device) = try open(source)
      own.leaveThread()
      own.destroy()
      return device
    } catch {
      return unusable(source, error.reason)
    }
  }

  private static func unusable(_ source: DisplaySource, _ reason: String) -> GPUDevice {
    GPUDevice(
      kind: source.kind, name: source.name, isSoftware: source.isSoftwareDevice, isUsable: false,
      reason: reason, source: source)
  }

  private static func describe(_ source: DisplaySource) -> GPUDevice {
    func string(_ name: Int32) -> String {
      guard let text = glGetString(GLenum(name)) else { return "" }
      return String(cString: text)
    }
    let renderer = string(GL_RENDERER)
    return GPUDevice(
      kind: source.kind, name: source.name, vendor: string(GL_VENDOR), renderer: renderer,
      version: string(GL_VERSION), isSoftware: isSoftware(renderer: renderer), isUsable: true, source: source)
  }

  /// Draws one colour into a small picture and reads it back.
  private static func drawsCorrectly() -> Bool {
    guard let target = try? GLTexture(width: 4, height: 4, format: .picture(.eight)) else { return false }
    defer { target.close() }
    target.bindAsTarget()
    glClearColor(1, 0, 0.2, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    var pixel: [UInt8] = [0, 0, 0, 0]
    glReadPixels(3, 3, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixel)
    return pixel == [255, 0, 51, 255] && glGetError() == GLenum(GL_NO_ERROR)
  }
}

/// A device with an OpenGL ES context on this machine.
package struct GPUDevice: Sendable, Hashable {
  /// The kind of display behind a context.
  package enum Kind: String, Sendable {
    /// An EGL device, by `EGL_EXT_platform_device`.
    case eglDevice = "egl-device"
    /// A render node, by the Generic Buffer Manager.
    case gbm
    /// `EGL_MESA_platform_surfaceless`.
    case surfaceless
    /// EGL's default display.
    case `default`
  }

  /// The kind of display behind the context.
  package var kind: Kind
  /// A name that is the same in every run on an unchanged machine, for example `egl-device:0` or
  /// `gbm:/dev/dri/renderD128`.
  package var name: String
  /// `GL_VENDOR`; `nil` without a context.
  package var vendor: String?
  /// `GL_RENDERER`; `nil` without a context.
  package var renderer: String?
  /// `GL_VERSION`; `nil` without a context.
  package var version: String?
  /// Whether the arithmetic runs on the CPU: llvmpipe, softpipe, Software Rasterizer, SwiftShader.
  package var isSoftware: Bool
  /// Whether the device was initialised, drew and read back the right bytes.
  package var isUsable: Bool
  /// The reason why the device is not usable; `nil` if it is.
  package var reason: String?

  let source: DisplaySource
}

/// The choice of a renderer's device.
package enum GPUDeviceChoice: Sendable, Hashable {
  /// The first usable device in the order of `GPUDevices.enumerate`, without the devices named in
  /// `excluding`. Software devices are used only if allowed.
  case automatic(allowsSoftware: Bool, excluding: Set<String> = [])
  case device(GPUDevice)
}
