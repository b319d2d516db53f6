import SegueImaging
import SegueMotion
import SegueRendering
import SegueSystem
import SegueTransitions

/// Everything that can be asked of a render, with the defaults of the command line.
public struct RenderRequest: Sendable {
  /// The outgoing picture.
  public var from: PictureSource
  /// The incoming picture.
  public var to: PictureSource
  /// The output.
  public var output: OutputRequest
  /// The drawing options.
  public var drawing = DrawingOptions()
  /// The transition, by its name, by its file, or itself.
  public var transition = TransitionChoice.named(Catalogue.defaultName)
  /// The library in which transitions are found by name; by default no folder is looked into.
  public var library = TransitionLibrary()
  /// Filters of the pictures and of the frames, as they are typed.
  public var filters = FilterTexts()
  /// Seconds of motion; `nil` is the transition's own.
  public var duration: Double?
  /// Whether the run comes back after its last frame, each turning frame shown once: to its first frame, or to the one
  /// after it where the output plays again.
  public var isPingPong = false
  /// The curve from time to progress; `nil` is the transition's own.
  public var timing: TimingCurve?
  /// Whether progress runs from 1 to 0.
  public var isReversed = false
  /// Seconds of still frames before the motion.
  public var holdStart = 0.0
  /// Seconds of still frames after it.
  public var holdEnd = 0.0
  /// The progress of the one frame that is wanted; `nil` is the whole run.
  public var stillProgress: Double?
  /// The frames of the whole that are wanted, counted from 0; `nil` is all.
  public var frames: ClosedRange<Int>?
  /// Events and gestures that drive the progress; `nil` plays once from start to end.
  public var timeline: Timeline?
  /// A file with such a timeline, read when the render starts; `-` is standard input. Instead of `timeline`.
  package var timelineFile: String?

  /// A request with defaults for everything but the pictures and the output.
  /// - Parameters:
  ///   - from: the outgoing picture.
  ///   - to: the incoming picture.
  ///   - output: where the frames go; ``RenderJob/file(of:as:onProgress:onNote:)`` needs none.
  public init(from: PictureSource, to: PictureSource, output: OutputRequest = "") {
    (self.from, self.to, self.output) = (from, to, output)
  }

  /// Checks what can be told to be wrong without opening a picture, with or without an output: values, names, parameters
  /// and filters. A transition's own file is read here.
  /// - Throws: `SegueError.usage`, `.media`, `.shader`, `.look`, `.filter`.
  public func validate() throws(SegueError) {
    do {
      try check()
      if !output.path.isEmpty { _ = try outputPlan() }
      _ = try PreparedTransition(transition, filters, in: library, for: drawing.backend)
    } catch {
      throw SegueError(error)
    }
  }

  /// The paths of the pictures and of the timeline, `-` for standard input.
  package var paths: [String] { [from.path, to.path, timelineFile].compactMap(\.self) }

  /// Checks everything that needs no open file.
  /// - Throws: `UsageError`, `TimingCurveError`.
  package func check() throws {
    if paths.count(where: { $0 == PictureSource.standardInput.text }) > 1 {
      throw UsageError.standardInputTwice
    }
    if let stillProgress { try checkStill(stillProgress) }
    try drawing.check()
    try timing?.validate()
    try output.size?.checkSides()
    if let duration, !(duration > 0 && duration <= TimingCurve.longestDuration) {
      throw UsageError.invalidValue(
        option: .duration, value: "\(duration)", expected: "seconds above 0, up to a day")
    }
  }

  /// The output with its colours settled by the outgoing picture's, and what should be known about them.
  func settledOutput() throws -> (OutputRequest, notes: [String]) {
    let source = output.color == nil ? from.encoding(drawing.limits) : .sdr
    return try output.settlingColor(source, of: from.text, drawing.names)
  }

  /// The keys of the inputs and of the library's files that are in memory.
  package var memoryKeys: [String] { [from, to].compactMap(\.memoryKey) + library.files.memoryKeys }

  /// The output's resolved options.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  func outputPlan() throws -> OutputPlan {
    let plan = try OutputPlan(output, isStill: stillProgress != nil, isPart: frames != nil)
    try plan.check(inputs: paths)
    return plan
  }

  private func checkStill(_ progress: Double) throws(UsageError) {
    guard (0...1).contains(progress) else {
      throw .invalidValue(option: .stillProgress, value: "\(progress)", expected: "0 to 1")
    }
    let others: [(RequestProperty, Bool)] = [
      (.timeline, timeline != nil || timelineFile != nil), (.frames, frames != nil),
    ]
    for (option, isGiven) in others where isGiven {
      throw .conflict(.still(option))
    }
    if isPingPong { throw .conflict(.still(.pingPong)) }
    if output.plays != nil { throw .conflict(.still(.plays)) }
    if holdStart != 0 || holdEnd != 0 {
      throw .conflict(.still(.hold))
    }
  }
}
