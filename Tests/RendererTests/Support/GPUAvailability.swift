import Foundation
import GPURenderer

/// Whether OpenGL ES tests can run: they need any usable device, software included. With `REQUIRE_GPU=1` in
/// the environment they run, and fail, where there is none.
enum GPUAvailability {
  static let hasDevice: Bool = GPUDevices.enumerate().contains(where: \.isUsable)
  static let isRequired = ProcessInfo.processInfo.environment["REQUIRE_GPU"] == "1"
  static var runs: Bool { hasDevice || isRequired }
}
