import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering
import SegueSystem
import SegueTransitions

/// The request for a render. The defaults are those of the command line.
public struct RenderRequest: Sendable {
  /// The outgoing picture, shown at progress 0.
  public var from: PictureSource
  /// The incoming picture, shown at progress 1.
  public var to: PictureSource
  /// The output, with its format and options.
  public var output: OutputRequest
  /// The renderer, the background and the limits of decoding.
  public var drawing = DrawingOptions()
  /// The transition: a name, a file, or a user-defined value.
  public var transition = TransitionChoice.named(Catalogue.defaultName)
  /// The library in which transitions are found by name; by default it has no folders.
  public var library = TransitionLibrary()
  /// The filters of the pictures and of the frames, as typed.
  public var filters = FilterTexts()
  /// The duration of the motion in seconds, above 0 and at most a day; `nil` means the transition's
  /// default.
  public var duration: Double?
  /// Whether the run plays backwards after its last frame: to its first frame, or to its second if
  /// the output repeats. Each turning frame is shown once.
  public var isPingPong = false
  /// The curve from time to progress; `nil` means the transition's default.
  public var timing: TimingCurve?
  /// Whether progress runs from 1 to 0, so that the run shows the transition backwards.
  public var isReversed = false
  /// The seconds for which the first frame is held before the motion, 0 to a day.
  public var holdStart = 0.0
  /// The seconds for which the last frame is held after the motion, 0 to a day.
  public var holdEnd = 0.0
  /// The progress of a single frame, 0…1; `nil` renders the whole run. It excludes holds, plays,
  /// ping-pong, a timeline and `frames`.
  public var stillProgress: Double?
  /// The indices of the frames to render, from 0; `nil` renders all.
  public var frames: ClosedRange<Int>?
  /// The events and gestures that drive the progress; `nil` plays once from start to end.
  public var timeline: Timeline?
  /// The path of a timeline file, instead of `timeline`. It is read when the render starts; `-` is
  /// standard input.
  package var timelineFile: String?

  /// A request with default settings.
  /// - Parameters:
  ///   - from: the outgoing picture.
  ///   - to: the incoming picture.
  ///   - output: the output; not needed for ``RenderJob/file(of:as:onProgress:onNote:)``.
  public init(from: PictureSource, to: PictureSource, output: OutputRequest = "") {
    self.from = from
    self.to = to
    self.output = output
  }

  /// Checks values, names, parameters and filters without opening a picture; the output may be
  /// missing. A transition's file is read.
  /// - Throws: `SegueError` with the code `invalidValue`, `unknownName` or `conflict`; `unreadable`
  ///   or `invalidData` for the file of a look, a shader or a filter.
  package func validate() throws(SegueError) {
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

  /// The output with colours resolved from the outgoing picture, and notices about them.
  func settledOutput() throws -> (OutputRequest, notices: [Notice]) {
    let source = output.color == nil ? from.encoding(drawing.limits) : .sdr
    return try output.settlingColor(source, of: from.text, drawing.names)
  }

  /// The cache keys of the inputs and library files in memory.
  package var memoryKeys: [String] { [from, to].compactMap(\.memoryKey) + library.files.memoryKeys }

  /// The output's resolved options.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  func outputPlan() throws -> OutputPlan {
    let plan = try OutputPlan(output, isStill: stillProgress != nil, isPartial: frames != nil)
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
