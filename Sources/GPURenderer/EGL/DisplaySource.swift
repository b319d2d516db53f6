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
}
