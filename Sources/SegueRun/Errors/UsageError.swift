import SegueImaging
import SegueMath
import SegueMotion
import SegueSystem
import SegueTransitions

/// A request that cannot be carried out as it was made: what, which value, and what is possible.
public enum UsageError: DescribedError, Hashable {
  /// A property's value cannot be.
  case invalidValue(option: RequestProperty, value: String, expected: String)
  /// No transition has this name.
  case unknownTransition(name: String, nearest: String?)
  /// The CPU renderer was asked for a transition that takes OpenGL.
  case needsOpenGL(String)
  /// A parameter is wrong.
  case parameter(ParameterError)
  /// A curve cannot be played.
  case timing(TimingCurveError)
  /// The frames of a run cannot be told.
  case frameTimes(FrameTimesError)
  /// An animator, an interaction, a rate, a drag or a catalogue refuses what it was asked for.
  case motion(AnimatorError)
  case rate(FrameRateError)
  case drag(DragError)
  case catalogue(CatalogueError)
  /// Bytes are not a picture.
  case snapshot(SnapshotError)
  /// A program's own transition refuses its values, in its own words.
  case refused(reason: String)
  /// 4:2:0 video needs even sides.
  case oddSize(ImageSize, format: String)
  /// Both snapshots are to be read from stdin.
  case standardInputTwice
  /// Properties that do not go together, or not with the output.
  case conflict(Conflict)
  /// One of the encoder's arguments is several words.
  case severalWords(String)
  /// The output is one of the inputs.
  case outputIsInput(path: String)
  /// The range of frames is not within the run.
  case framesOutOfRange(first: Int, last: Int, count: Int)
  /// A run of no frames.
  case noFrames
  /// A picture has another size than its frame.
  case pictureSize(ImageSize, expected: ImageSize)
}

extension UsageError {
  /// The error in the request, in one sentence.
  package var sentence: String { sentence(.properties) }

  /// The error in the request, in one sentence with these names of properties.
  package func sentence(_ names: PropertyNames) -> String {
    switch self {
    case .invalidValue(let property, let value, let expected):
      "\(names.name(property)) is “\(value)”, but must be \(expected)"
    case .unknownTransition(let name, let nearest):
      "there is no transition “\(name)”" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .needsOpenGL(let name):
      names.text(
        "\(name) is GLSL, which needs OpenGL: leave out \(option: .backend) cpu, and software GL draws it without a GPU"
      )
    case .parameter(let error): error.description
    case .timing(let error): error.description
    case .frameTimes(let error): error.description
    case .motion(let error): error.description
    case .rate(let error): error.description
    case .drag(let error): error.description
    case .catalogue(let error): error.description
    case .snapshot(let error): error.description
    case .refused(let reason): reason
    case .oddSize(let size, let format):
      names.text(
        """
        \(format) is 4:2:0 video, which needs even sides, not \(size); the nearest is \(short: .size) \
        \(size.roundedDownToEven)
        """)
    case .standardInputTwice: "standard input can be only one of the inputs"
    case .conflict(let conflict): conflict.sentence(names)
    case .severalWords(let argument):
      names.text("\(option: .encoderArguments) takes one word at a time, and “\(argument)” is several")
    case .outputIsInput(let path): "\(path) is one of the inputs and would be written over"
    case .framesOutOfRange(let first, let last, let count):
      names.text("\(option: .frames) \(first)-\(last): the run has no frames but 0-\(max(count, 1) - 1)")
    case .noFrames: "a run has at least one frame"
    case .pictureSize(let size, let expected): "a picture is \(size), but its frame is \(expected)"
    }
  }
}

extension UsageError {
  /// Checks that the value of `property` is within `bounds`.
  /// - Throws: `UsageError.invalidValue`.
  package static func check(
    _ value: Int, of property: RequestProperty, in bounds: ClosedRange<Int>
  ) throws(UsageError) {
    guard !bounds.contains(value) else { return }
    let expected =
      bounds.upperBound == .max
      ? "\(bounds.lowerBound) or more" : "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
    throw .invalidValue(option: property, value: "\(value)", expected: expected)
  }
}

extension ImageSize {
  /// Checks that a frame can have this size.
  /// - Throws: `UsageError.invalidValue`.
  package func checkFrame() throws(UsageError) {
    guard min(width, height) >= 1, max(width, height) <= Self.largestSide else {
      throw .invalidValue(
        option: .size, value: description, expected: "1 to \(Self.largestSide) pixels per side")
    }
  }
}

extension FrameSize {
  /// Checks that a frame can have the sides that were given.
  /// - Throws: `UsageError.invalidValue`.
  package func checkSides() throws(UsageError) {
    guard isPossible else {
      throw .invalidValue(
        option: .size, value: description, expected: "1 to \(ImageSize.largestSide) pixels per side")
    }
  }
}

extension TransitionDescription {
  /// The values of parameters given as text.
  /// - Throws: `UsageError.parameter`.
  package func values(_ texts: [(name: String, value: String)]) throws(UsageError) -> ParameterValues {
    do {
      return try ParameterValues(texts, for: self)
    } catch {
      throw .parameter(error)
    }
  }

  /// The transition with parameters given as text.
  /// - Throws: `UsageError.parameter`.
  package func make(
    _ texts: [(name: String, value: String)], textures: [String: Snapshot]
  ) throws(UsageError) -> any Transition {
    do {
      return try transition(texts, textures: textures)
    } catch {
      throw .parameter(error)
    }
  }
}
