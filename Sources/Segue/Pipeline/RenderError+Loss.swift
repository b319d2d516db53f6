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

  /// What happened, in words.
  public var reason: String {
    switch self {
    case .deviceLost(let reason), .outOfMemory(let reason), .unavailable(let reason),
      .unsupported(let reason):
      reason
    case .badShader(let fault): fault.sentence
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
