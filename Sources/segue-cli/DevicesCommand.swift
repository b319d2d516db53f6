import ArgumentParser
import Segue

/// `segue devices`: every renderer that this machine offers.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists this machine's renderers in the order they are tried, and the one that auto uses.")

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let devices = DeviceList.all()
    if json { return try Console.result(json: devices) }
    for device in devices {
      let mark = device.selected ? "*" : " "
      let software = !device.usable ? "not usable" : device.software ? "software" : "hardware"
      let words = [device.renderer, device.version].compactMap(\.self).joined(separator: ", ")
      try Console.result("\(mark) \(device.index)  \(device.kind)  \(words)  [\(software)]  \(device.reason)")
    }
  }
}
