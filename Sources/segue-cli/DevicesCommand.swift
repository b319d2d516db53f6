import ArgumentParser
import SegueFilms
import SegueTools

/// `segue devices`: lists the renderers of this machine.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract:
      "Lists this machine's GPUs and CPU in the order they are tried. * marks the choice of --backend auto.")

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(
    help:
      "Draw test frames on every device and compare them with the CPU's; exit code 69 if a hardware GPU differs."
  )
  var verify = false

  func run() throws {
    if verify { return try listVerified() }
    let devices = DeviceList.all()
    if json { return try Console.result(json: devices) }
    for device in devices { try Console.result(Self.line(device)) }
  }

  private static func line(_ device: DeviceListing) -> String {
    let mark = device.selected ? "*" : " "
    let software = !device.usable ? "not usable" : device.software ? "software" : "hardware"
    let words = [device.renderer, device.version].compactMap(\.self).joined(separator: ", ")
    return "\(mark) \(device.index)  \(device.kind)  \(words)  [\(software)]  \(device.reason)"
  }

  /// Lists the devices with the result of drawing on each. A hardware GPU with differing pixels
  /// causes exit code 69.
  private func listVerified() throws {
    let devices = DeviceList.verified()
    if json {
      try Console.result(json: devices)
    } else {
      for device in devices { try Console.result(Self.line(device.device) + Self.outcome(device)) }
    }
    if let unfit = devices.first(where: \.isUnfit) {
      throw RenderError.differs(
        "\(unfit.device.renderer ?? unfit.device.kind) does not draw the CPU renderer's pixels"
          + (unfit.failure.map { ", or fails: \($0)" } ?? ""))
    }
  }

  private static func outcome(_ device: VerifiedDevice) -> String {
    guard let verified = device.verified else { return "" }
    let rate = "\(verified.frames) frames at \(Int(verified.framesPerSecond.rounded())) frames/s"
    if let failure = device.failure { return "\n     \(rate), then: \(failure)" }
    guard let first = verified.first else { return "\n     \(rate), all equal to the CPU renderer's" }
    return
      "\n     \(rate), \(verified.differing) differ, the first in \(first.recipe) at (\(first.x), \(first.y))"
  }
}
