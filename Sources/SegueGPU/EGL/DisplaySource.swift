/// Where a display comes from.
enum DisplaySource: Sendable, Hashable {
  /// Entry of `eglQueryDevicesEXT`.
  case eglDevice(Int, isSoftware: Bool)
  /// Render node.
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

  /// Whether EGL itself says that the device draws on the CPU.
  var isSoftwareDevice: Bool {
    if case .eglDevice(_, isSoftware: true) = self { return true }
    return false
  }

  /// Whether it can be told without a context, which costs tens of milliseconds, that it draws on the CPU: EGL
  /// says so, or it names no device and EGL knows devices in `sources` but none in hardware.
  func isSurelySoftware(among sources: [DisplaySource]) -> Bool {
    switch self {
    case .eglDevice(_, let isSoftware): isSoftware
    case .gbm: false
    case .surfaceless, .defaultDisplay:
      sources.contains(where: \.isSoftwareDevice)
        && sources.allSatisfy { $0.isSoftwareDevice || $0 == .surfaceless || $0 == .defaultDisplay }
    }
  }
}
