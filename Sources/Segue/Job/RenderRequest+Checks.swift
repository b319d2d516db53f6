extension RenderRequest {
  /// What can be told to be wrong without opening a file.
  /// - Throws: `UsageError`.
  package func check() throws {
    if [from.text, to.text, timelineFile].count(where: { $0 == PictureSource.standardInput.text }) > 1 {
      throw UsageError.standardInputTwice
    }
    if timeline != nil, timelineFile != nil {
      throw UsageError.conflict("a timeline and a timeline's file exclude each other")
    }
    if let stillProgress {
      guard (0...1).contains(stillProgress) else {
        throw UsageError.invalidValue(option: "--at", value: "\(stillProgress)", expected: "0 to 1")
      }
      if timeline != nil || timelineFile != nil {
        throw UsageError.conflict(
          "--at renders one frame, on which --timeline has no effect; leave one of them out")
      }
      if frames != nil {
        throw UsageError.conflict(
          "--at renders one frame, on which --frames has no effect; leave one of them out")
      }
      if isPingPong || plays != nil {
        throw UsageError.conflict("--at renders one frame, so --loop and --ping-pong do not apply")
      }
      if holdStart != 0 || holdEnd != 0 { throw UsageError.conflict("--at is one frame and is not held") }
    }
    if requiresGPU, backend == .cpu {
      throw UsageError.conflict("--require-gpu and --backend cpu exclude each other")
    }
    if device != nil, backend == .cpu {
      throw UsageError.conflict("--device names a GPU, and --backend cpu uses none")
    }
    if let threads, !(1...1024).contains(threads) {
      throw UsageError.invalidValue(
        option: "--threads", value: "\(threads)", expected: "a whole number from 1 to 1024")
    }
    if let size, !size.isPositive {
      throw UsageError.invalidValue(
        option: "--size", value: size.description, expected: "1 pixel per side or more")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw UsageError.invalidValue(option: "--duration", value: "\(duration)", expected: "seconds above 0")
    }
  }

  /// Whether one of `outputs` is a file that is read: nothing is written over it then.
  /// - Throws: `UsageError.outputIsInput`.
  func checkOutputs(_ outputs: [String], textures: [String]) throws {
    let inputs = [from.text, to.text, transition] + textures + [timelineFile].compactMap(\.self)
    try OutputGuard.check(outputs, areNot: inputs)
  }
}
