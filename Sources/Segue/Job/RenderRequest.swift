import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueTransitions

/// Everything that can be asked of a render, with the defaults of the command line. What ``RenderOptions`` has can be set
/// on the request itself: `request.codec = .hevc`.
///
/// **Thread-safety:** a value.
@dynamicMemberLookup
public struct RenderRequest: Sendable {
  /// The picture that leaves.
  public var from: PictureSource
  /// The picture that comes.
  public var to: PictureSource
  /// Where the frames go: a path, or `-` for standard output.
  public var output: String
  /// The transition, by its name, by its file, or itself.
  public var transition = TransitionChoice.named(Catalogue.defaultName)
  /// How the frames are drawn and written.
  public var options = RenderOptions()
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
  /// Size of the frames; `nil` is that of `from`.
  public var size: FrameSize?
  /// How a picture of another size fills the frame.
  public var fit = Fit.cover
  /// The progress of the one frame that is wanted; `nil` is the whole run.
  public var stillProgress: Double?
  /// The frames of the whole that are wanted, counted from 0; `nil` is all.
  public var frames: ClosedRange<Int>?
  /// Events and gestures that drive the progress; `nil` plays once from start to end.
  public var timeline: Timeline?
  /// A file with such a timeline, read when the render starts; `-` is standard input. Instead of `timeline`.
  package var timelineFile: String?
  /// The most bytes that a GIF or a WebP may have; to stay within, quality or colours, rate and size are given up, but
  /// not what is asked for here. `nil` is no limit.
  public var byteLimit: Int?
  /// Where transitions are found by name; no folder is looked into unless this says so.
  public var library = TransitionLibrary()
  /// The largest pictures that are read.
  public var limits = DecodingLimits()

  /// A request with defaults for everything but the pictures and the output.
  /// - Parameters:
  ///   - from: the picture that leaves.
  ///   - to: the picture that comes.
  ///   - output: a path, or `-` for standard output; ``RenderJob/bytes(of:as:)`` needs none.
  public init(from: PictureSource, to: PictureSource, output: String = "") {
    self.from = from
    self.to = to
    self.output = output
  }

  /// One of the ``options``.
  public subscript<Value>(dynamicMember option: WritableKeyPath<RenderOptions, Value>) -> Value {
    get { options[keyPath: option] }
    set { options[keyPath: option] = newValue }
  }
}

extension RenderRequest {
  /// The transition's name or its file.
  package var transitionName: String {
    get { transition.name }
    set { transition = TransitionChoice(name: newValue, texts: transition.texts) }
  }

  /// The transition's parameters, as they are typed.
  package var parameters: [(name: String, value: String)] {
    get { transition.texts }
    set { transition = TransitionChoice(name: transition.name, texts: newValue) }
  }
}
