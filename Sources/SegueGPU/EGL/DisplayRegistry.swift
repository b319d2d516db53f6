import CSegueEGL
import CSegueGBM
import Glibc
import SegueRendering
import Synchronization

/// A display that has been initialised.
///
/// **Thread-safety:** the handle may be used from any thread; so EGL says.
struct Display: @unchecked Sendable {
  let handle: EGLDisplay
  let extensions: Set<Substring>
}

/// The displays of this process. EGL gives the same display each time it is asked, and ending it would take
/// the contexts of every other renderer with it: one that has been opened stays open as long as the process.
///
/// **Thread-safety:** every method may be called from any thread.
enum DisplayRegistry {
  private struct Table {
    var native: [DisplaySource: EGLDisplay] = [:]
    var opened: [DisplaySource: Display] = [:]
  }

  private static let table = Mutex(Table())

  /// Every source on this machine, in the order in which they are worth trying.
  static func sources() -> [DisplaySource] {
    let extensions = EGLLibrary.clientExtensions
    let devices = EGLLibrary.devices().enumerated().map {
      DisplaySource.eglDevice($0.offset, isSoftware: EGLLibrary.isSoftware($0.element))
    }
    var sources = devices.filter { !$0.isSoftwareDevice }
    if extensions.contains("EGL_MESA_platform_gbm") || extensions.contains("EGL_KHR_platform_gbm") {
      sources += renderNodes().map { .gbm(path: $0) }
    }
    sources += devices.filter(\.isSoftwareDevice)
    if extensions.contains("EGL_MESA_platform_surfaceless") { sources.append(.surfaceless) }
    return sources + [.defaultDisplay]
  }

  /// The display of `source`, initialised.
  static func display(_ source: DisplaySource) throws(RenderError) -> Display {
    try table.withLock { table throws(RenderError) in
      if let known = table.opened[source] { return known }
      var native = table.native[source]
      if native == nil { native = try nativeDisplay(source) }
      guard let handle = native else {
        throw .unavailable("\(source.name): no display, \(EGLLibrary.lastError())")
      }
      // Kept even where it does not start: a render node's is open from here on.
      table.native[source] = handle
      guard eglInitialize(handle, nil, nil) == EGL_TRUE else {
        throw .unavailable("\(source.name): eglInitialize failed, \(EGLLibrary.lastError())")
      }
      let display = Display(
        handle: handle, extensions: EGLLibrary.words(eglQueryString(handle, EGL_EXTENSIONS)))
      table.opened[source] = display
      return display
    }
  }

  private static func nativeDisplay(_ source: DisplaySource) throws(RenderError) -> EGLDisplay? {
    switch source {
    case .eglDevice(let index, _):
      let devices = EGLLibrary.devices()
      guard devices.indices.contains(index) else { throw .unavailable("\(source.name): no such device") }
      return EGLLibrary.platformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[index])
    case .gbm(let path): return try renderNodeDisplay(path)
    case .surfaceless: return EGLLibrary.platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nil)
    case .defaultDisplay: return eglGetDisplay(nil)
    }
  }

  private static func renderNodeDisplay(_ path: String) throws(RenderError) -> EGLDisplay? {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw .unavailable("\(path): \(String(cString: strerror(errno)))") }
    guard let device = gbm_create_device(file) else {
      close(file)
      throw .unavailable("\(path): gbm_create_device failed")
    }
    let display = EGLLibrary.platformDisplay(EGL_PLATFORM_GBM_KHR, UnsafeMutableRawPointer(device))
    if display == nil {
      gbm_device_destroy(device)
      close(file)
    }
    return display
  }

  private static func renderNodes() -> [String] {
    guard let folder = opendir("/dev/dri") else { return [] }
    defer { closedir(folder) }
    var paths: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("renderD") { paths.append("/dev/dri/" + name) }
    }
    return paths.sorted()
  }
}
