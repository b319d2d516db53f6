import SegueCPU
import SegueGPU
import SegueRendering

/// A renderer that this machine offers: one line of `segue devices`.
package struct DeviceListing: Sendable, Encodable {
  /// The position in the order in which renderers are tried.
  package var index: Int
  /// `egl-device` (also for EGL's default display), `gbm`, `surfaceless` or `cpu`.
  package var kind: String
  /// The vendor of the driver; `nil` if unknown.
  @Nullable package var vendor: String?
  @Nullable package var renderer: String?
  /// The version of the driver; `nil` if unknown.
  @Nullable package var version: String?
  /// Whether the arithmetic runs on the CPU.
  package var software: Bool
  /// Whether a test picture was drawn and read back.
  package var usable: Bool
  /// Whether `--backend auto` chooses the renderer.
  package var selected: Bool
  /// The reason why the renderer is chosen, passed over or unusable.
  package var reason: String
}

/// The renderers of this machine.
package enum DeviceList {
  /// Every renderer, in the order in which they are tried. Costs tens of milliseconds per device.
  package static func all() -> [DeviceListing] {
    let devices = GPUDevices.enumerate()
    let best = devices.firstIndex { $0.isUsable && !$0.isSoftware }
    var listings = devices.enumerated().map { index, device in
      DeviceListing(
        index: index, kind: (device.kind == .default ? .eglDevice : device.kind).rawValue,
        vendor: device.vendor,
        renderer: device.renderer ?? device.name,
        version: device.version, software: device.isSoftware, usable: device.isUsable,
        selected: index == best,
        reason: reason(device, isSelected: index == best))
    }
    let cpu = CPURenderer.deviceName(threads: nil)
    listings.append(
      DeviceListing(
        index: devices.count, kind: "cpu", vendor: nil, renderer: cpu, version: nil, software: true,
        usable: true,
        selected: best == nil, reason: best == nil ? "no hardware GPU found" : "a hardware GPU is preferred"))
    return listings
  }

  /// The GPU with index `name` in `all`, or the first whose description contains `name`.
  /// - Throws: `RenderError.unavailable`, which lists the GPUs or names a missing library.
  package static func gpu(named name: String) throws(RenderError) -> GPUDevice {
    if let fault = GPUDevices.libraryFault { throw .unavailable(fault) }
    let devices = GPUDevices.enumerate()
    guard let match = match(name, in: devices) else {
      let known = devices.enumerated().map { "\($0) \($1.renderer ?? $1.name)" }.joined(separator: ", ")
      throw .unavailable("there is no GPU “\(name)”; use one of: \(known.isEmpty ? "none" : known)")
    }
    return try match.checked
  }

  /// The GPU whose index in `all` is `name`, or else the first whose description contains `name`; `nil` if
  /// there is no match. The GPU may be unusable.
  package static func find(_ name: String) -> GPUDevice? { match(name, in: GPUDevices.enumerate()) }

  private static func match(_ name: String, in devices: [GPUDevice]) -> GPUDevice? {
    if let index = Int(name) { return devices.indices.contains(index) ? devices[index] : nil }
    return devices.first { device in
      [device.name, device.vendor ?? "", device.renderer ?? ""].contains {
        $0.lowercased().contains(name.lowercased())
      }
    }
  }

  private static func reason(_ device: GPUDevice, isSelected: Bool) -> String {
    if let reason = device.reason { return reason }
    if isSelected { return "the first hardware GPU" }
    return device.isSoftware ? "draws on the CPU; the CPU renderer is faster" : "another GPU is preferred"
  }
}

extension GPUDevice {
  /// The device, if it can be used.
  /// - Throws: `RenderError.unavailable` if it cannot be used.
  var checked: GPUDevice {
    get throws(RenderError) {
      guard isUsable else { throw .unavailable(reason ?? "\(name) cannot be used") }
      return self
    }
  }
}
