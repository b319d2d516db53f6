import Rendering

extension RenderError {
  /// Whether another renderer may succeed.
  var isOfTheDevice: Bool {
    switch self {
    case .deviceLost, .outOfMemory, .unsupported: true
    case .unavailable, .badShader: false
    }
  }

  /// Whether the same renderer, made again, may succeed.
  var mayPass: Bool {
    switch self {
    case .deviceLost, .outOfMemory: true
    case .unavailable, .unsupported, .badShader: false
    }
  }
}

extension RendererStatistics {
  /// The sum of both.
  func adding(_ other: RendererStatistics) -> RendererStatistics {
    var sum = self
    sum.prepare += other.prepare
    sum.render += other.render
    sum.readback += other.readback
    return sum
  }
}
