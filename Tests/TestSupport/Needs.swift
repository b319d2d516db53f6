import Foundation
import SegueGPU
import Testing

extension Trait where Self == ConditionTrait {
  /// The trait of what needs programs to be installed.
  package static func needs(_ names: String...) -> Self {
    let missing = names.filter { (try? Program($0)) == nil }
    return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// The trait of what draws with OpenGL ES: it takes any usable device, software included. With `REQUIRE_GPU=1` in the
  /// environment it runs, and fails, where there is none.
  package static var needsOpenGL: Self {
    .enabled(if: OpenGL.isUsable, "no OpenGL ES here; REQUIRE_GPU=1 makes this a failure")
  }
}

private enum OpenGL {
  static let isUsable =
    ProcessInfo.processInfo.environment["REQUIRE_GPU"] == "1"
    || GPUDevices.enumerate().contains(where: \.isUsable)
}
