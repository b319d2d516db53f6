import CSegueOpenGL
import Glibc
import SegueRendering
import Synchronization

/// A display that has been initialised.
///
/// **Thread-safety:** the handle may be used from any thread, by the EGL specification.
struct Display: Sendable {
  private let address: UInt
  let extensions: Set<Substring>

  init(handle: EGLDisplay, extensions: Set<Substring>) {
    address = UInt(bitPattern: handle)
    self.extensions = extensions
  }

  /// The handle in EGL's type.
  var handle: EGLDisplay? { EGLDisplay(bitPattern: address) }
}

/// The displays of this process. EGL returns the same display for each request, and terminating it
/// would destroy the contexts of every other renderer. An opened display therefore stays open as
/// long as the process.
///
/// **Thread-safety:** every method may be called from any thread.
enum DisplayRegistry {
  private struct Table {
    var native: [DisplaySource: EGLDisplay] = [:]
    var opened: [DisplaySource: Display] = [:]
  }

  private static let table = Mutex(Table())

  /// Every source on this machine, in the order of preference.
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

  /// The initialised display of `source`.
  static func display(_ source: DisplaySource) throws(RenderError) -> Display {
    try table.withLock { table throws(RenderError) in
      if let known = table.opened[source] { return known }
      var native = table.native[source]
      if native == nil { native = try nativeDisplay(source) }
      guard let handle = native else {
        throw .unavailable("\(source.name): EGL returns no display, \(EGLLibrary.lastError())")
      }
      // Keep the handle even if its initialisation fails, since the file of a render node stays open.
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
      guard devices.indices.contains(index) else {
        throw .unavailable("\(source.name): no device has this index")
      }
      return EGLLibrary.platformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[index])
    case .gbm(let path): return try renderNodeDisplay(path)
    case .surfaceless: return EGLLibrary.platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nil)
    case .defaultDisplay: return eglGetDisplay(nil)
    }
  }

  private static func renderNodeDisplay(_ path: String) throws(RenderError) -> EGLDisplay? {
    if let missing = segue_load_gbm() {
      throw .unavailable("\(path): \(String(cString: missing)) cannot be loaded; install libgbm1")
    }
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

enum DisplaySource: Sendable, Hashable {
  /// An entry of `eglQueryDevicesEXT`.
  case eglDevice(Int, isSoftware: Bool)
  /// A render node.
  case gbm(path: String)
  case surfaceless
  case defaultDisplay

  var kind: GPUDevice.Kind {
    switch self {
    case .eglDevice: .eglDevice
    case .gbm: .gbm
    case .surfaceless: .surfaceless
    case .defaultDisplay: .default
    }
  }

  var name: String {
    switch self {
    case .eglDevice(let index, _): "egl-device:\(index)"
    case .gbm(let path): "gbm:\(path)"
    case .surfaceless: "surfaceless"
    case .defaultDisplay: "default"
    }
  }

  /// Whether EGL reports that the device draws on the CPU.
  var isSoftwareDevice: Bool {
    if case .eglDevice(_, isSoftware: true) = self { return true }
    return false
  }

  /// Whether the source certainly draws on the CPU: EGL reports it, or the source names no device and EGL
  /// has only software devices in `sources`. The check saves the tens of milliseconds that a context takes.
  func isKnownSoftware(among sources: [DisplaySource]) -> Bool {
    switch self {
    case .eglDevice(_, let isSoftware): isSoftware
    case .gbm: false
    case .surfaceless, .defaultDisplay:
      sources.contains(where: \.isSoftwareDevice)
        && sources.allSatisfy { $0.isSoftwareDevice || $0 == .surfaceless || $0 == .defaultDisplay }
    }
  }
}

/// EGL's functions that need no display. Extension functions are looked up by name, since they are
/// missing without a vendor's library.
enum EGLLibrary {
  typealias QueryDevices =
    @convention(c) (EGLint, UnsafeMutablePointer<EGLDeviceEXT?>?, UnsafeMutablePointer<EGLint>?) -> EGLBoolean
  typealias QueryDeviceString = @convention(c) (EGLDeviceEXT?, EGLint) -> UnsafePointer<CChar>?
  typealias GetPlatformDisplay =
    @convention(c) (EGLenum, UnsafeMutableRawPointer?, UnsafePointer<EGLint>?) -> EGLDisplay?

  static func function<F>(_ name: String, as type: F.Type) -> F? {
    guard let address = eglGetProcAddress(name) else { return nil }
    return unsafeBitCast(address, to: type)
  }

  static var clientExtensions: Set<Substring> {
    words(eglQueryString(nil, EGL_EXTENSIONS))
  }

  static func words(_ text: UnsafePointer<CChar>?) -> Set<Substring> {
    text.map { Set(String(cString: $0).split(separator: " ")) } ?? []
  }

  /// The devices in EGL's order; empty without the extensions.
  static func devices() -> [EGLDeviceEXT] {
    let extensions = clientExtensions
    guard
      extensions.contains("EGL_EXT_device_base") || extensions.contains("EGL_EXT_device_enumeration"),
      extensions.contains("EGL_EXT_platform_device"),
      let query = function("eglQueryDevicesEXT", as: QueryDevices.self)
    else { return [] }
    var count: EGLint = 0
    guard query(0, nil, &count) == EGL_TRUE, count > 0 else { return [] }
    var devices = [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard query(count, &devices, &count) == EGL_TRUE else { return [] }
    return devices.prefix(Int(count)).compactMap { $0 }
  }

  static func isSoftware(_ device: EGLDeviceEXT) -> Bool {
    guard let query = function("eglQueryDeviceStringEXT", as: QueryDeviceString.self) else { return false }
    return words(query(device, EGL_EXTENSIONS)).contains("EGL_MESA_device_software")
  }

  static func platformDisplay(_ platform: Int32, _ native: UnsafeMutableRawPointer?) -> EGLDisplay? {
    function("eglGetPlatformDisplayEXT", as: GetPlatformDisplay.self)
      .flatMap { $0(EGLenum(platform), native, nil) }
  }

  /// The last error in words, for example `EGL_NOT_INITIALIZED (0x3001)`.
  static func lastError() -> String {
    let code = eglGetError()
    let names: [EGLint: String] = [
      EGL_SUCCESS: "EGL_SUCCESS", EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED",
      EGL_BAD_ACCESS: "EGL_BAD_ACCESS", EGL_BAD_ALLOC: "EGL_BAD_ALLOC",
      EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE", EGL_BAD_CONFIG: "EGL_BAD_CONFIG",
      EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT", EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY",
      EGL_BAD_MATCH: "EGL_BAD_MATCH", EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER",
      EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST",
    ]
    return "\(names[code] ?? "EGL error") (0x\(String(code, radix: 16)))"
  }
}
