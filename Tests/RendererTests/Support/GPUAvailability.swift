import Foundation
import SegueGPU
import Testing

/// Whether OpenGL ES tests can run: they need any usable device, software included. With `REQUIRE_GPU=1` in
/// the environment they run, and fail, where there is none.
enum GPUAvailability {
  static let hasDevice: Bool = GPUDevices.enumerate().contains(where: \.isUsable)
  static let isRequired = ProcessInfo.processInfo.environment["REQUIRE_GPU"] == "1"
  static var runs: Bool { hasDevice || isRequired }

  /// The trait of a test that draws with OpenGL ES.
  static let needed: ConditionTrait = .enabled(
    if: runs, "no OpenGL ES here; REQUIRE_GPU=1 makes this a failure")
}
