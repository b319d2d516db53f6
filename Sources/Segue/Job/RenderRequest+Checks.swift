import SegueImaging
import SegueMedia
import SegueMotion

extension RenderRequest {
  /// What can be told to be wrong without opening a file.
  /// - Throws: `UsageError`, `TimingCurveError`.
  package func check() throws {
    if [from.path, to.path, timelineFile].count(where: { $0 == PictureSource.standardInput.text }) > 1 {
      throw UsageError.standardInputTwice
    }
    if timeline != nil, timelineFile != nil {
      throw UsageError.conflict("a timeline and a timeline's file exclude each other")
    }
    if let stillProgress {
      guard (0...1).contains(stillProgress) else {
        throw UsageError.invalidValue(option: .stillProgress, value: "\(stillProgress)", expected: "0 to 1")
      }
      let others: [(RequestOption, Bool)] = [
        (.timeline, timeline != nil || timelineFile != nil), (.frames, frames != nil),
      ]
      for (option, isGiven) in others where isGiven {
        throw UsageError.conflict(
          "\(option: .stillProgress) renders one frame, on which \(option: option) has no effect; leave one of them out"
        )
      }
      if isPingPong || options.plays != nil {
        throw UsageError.conflict(
          "\(option: .stillProgress) renders one frame, so \(option: .plays) and \(option: .pingPong) do not apply"
        )
      }
      if holdStart != 0 || holdEnd != 0 {
        throw UsageError.conflict("\(option: .stillProgress) is one frame and is not held")
      }
    }
    try options.check()
    try timing?.validate()
    try size?.checkSides()
    if let duration, !(duration > 0 && duration <= TimingCurve.longestDuration) {
      throw UsageError.invalidValue(
        option: .duration, value: "\(duration)", expected: "seconds above 0, up to a day")
    }
  }

  /// Whether one of `outputs` is a file that is read: nothing is written over it then.
  /// - Throws: `UsageError.outputIsInput`.
  func checkOutputs(_ outputs: [String], textures: [String]) throws {
    let inputs = [from.path, to.path, transitionName, timelineFile].compactMap(\.self) + textures
    try OutputGuard.check(outputs, areNot: inputs)
  }
}

extension RenderOptions {
  /// What can be told to be wrong whatever is drawn.
  /// - Throws: `UsageError`.
  package func check() throws(UsageError) {
    if requiresGPU, backend == .cpu {
      throw .conflict("\(option: .requiresGPU) and \(option: .backend) cpu exclude each other")
    }
    if device != nil, backend == .cpu {
      throw .conflict("\(option: .device) names a GPU, and \(option: .backend) cpu uses none")
    }
    if let threads, !(1...1024).contains(threads) {
      throw .invalidValue(option: .threads, value: "\(threads)", expected: "a whole number from 1 to 1024")
    }
  }

  /// Tells the logger what was chosen.
  func note(_ event: RenderEvent) {
    // Those are in the report, and logged with it.
    if case .warning = event { return }
    logger?.debug("\(event)")
  }

  /// Tells the logger what fell back or could not be kept.
  func warn(_ sentences: [String]) {
    for sentence in sentences { logger?.warning("\(sentence)") }
  }
}
