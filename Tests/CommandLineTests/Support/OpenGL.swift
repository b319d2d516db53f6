import Foundation
import SegueGPU
import Testing

/// Whether tests that draw shaders can run: they need any usable device, software included. With
/// `REQUIRE_GPU=1` in the environment they run, and fail, where there is none.
enum OpenGL {
  private static let runs =
    ProcessInfo.processInfo.environment["REQUIRE_GPU"] == "1"
    || GPUDevices.enumerate().contains(where: \.isUsable)

  /// The trait of a test whose tool draws a shader.
  static let needed: ConditionTrait = .enabled(
    if: runs, "no OpenGL ES here; REQUIRE_GPU=1 makes this a failure")
}
