extension RenderError {
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
