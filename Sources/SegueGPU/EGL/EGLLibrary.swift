import CSegueEGL

/// What EGL offers before there is a display. Every function that an extension brings is asked for by name:
/// without a vendor's library none of them is there.
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

  /// The devices in EGL's order; empty where the extensions are missing.
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
