import SegueImaging
import SegueMotion

// Fingerprints of values that this module and lower modules define.

extension RGBAColor: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("rgba", [red, green, blue, alpha].map { Int($0) })
  }
}

extension PixelRect: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("x", x0..<x1)
    writer.add("y", y0..<y1)
  }
}

extension TimingCurve: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    switch form {
    case .linear: writer.add("curve", "linear")
    case .cubicBezier(let bezier):
      writer.add("curve", "cubic-bezier")
      writer.add("x1", bezier.x1)
      writer.add("y1", bezier.y1)
      writer.add("x2", bezier.x2)
      writer.add("y2", bezier.y2)
    case .points, .easing, .emphasized: writer.add("curve", "\(self)")
    case .steps(let count, let position):
      writer.add("curve", "steps")
      writer.add("count", count)
      if position != .end { writer.add("position", position.rawValue) }
    case .fittedSpring(let spring):
      writer.add("curve", "fitted-spring")
      writer.add("damping-ratio", spring.dampingRatio)
      writer.add("velocity", spring.initialVelocity)
    case .physicalSpring(let spring):
      writer.add("curve", "physical-spring")
      writer.add("mass", spring.mass)
      writer.add("stiffness", spring.stiffness)
      writer.add("damping", spring.damping)
      writer.add("velocity", spring.initialVelocity)
    }
  }
}

extension FilterTexts: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("from", from)
    writer.add("to", to)
    writer.add("result", result)
  }
}

extension Snapshot: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("content", contentKey)
  }
}
