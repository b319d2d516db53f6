import SegueFields
import SegueImaging
import SegueMath
import SegueMotion
import SegueSystem
import SegueTransitions

/// An error in a request, with the property, its value and the possible values.
package enum UsageError: PropertyError {
  /// The value of a property is invalid; `expected` describes the valid values.
  case invalidValue(option: RequestProperty, value: String, expected: String)
  /// No transition has this name; `nearest` is the most similar name, if any.
  case unknownTransition(name: String, nearest: String?)
  /// The transition or filter of this name needs OpenGL, but the CPU renderer is requested.
  case needsOpenGL(String)
  /// A parameter of the transition is invalid.
  case parameter(ParameterError)
  /// A user-defined transition rejects its values; `reason` is its message.
  case refused(reason: String)
  /// Both inputs are standard input, which can be read once.
  case standardInputTwice
  /// Properties contradict each other, or the output does not support a property.
  case conflict(Conflict)
  /// An encoder argument consists of several words instead of one.
  case severalWords(String)
  /// The output is one of the inputs, directly or through links.
  case outputIsInput(path: String)
  /// The requested frames, counted from 0, are not within the run's `count` frames.
  case framesOutOfRange(first: Int, last: Int, count: Int)
  /// The run has no frames, but needs at least one.
  case noFrames
  /// The size of a picture, in pixels, is not the expected one.
  case pictureSize(ImageSize, expected: ImageSize)
}

extension UsageError {
  package var code: SegueError.Code {
    switch self {
    case .unknownTransition: .unknownName
    case .parameter(let error): error.code
    case .conflict, .needsOpenGL, .standardInputTwice, .outputIsInput, .pictureSize: .conflict
    case .invalidValue, .refused, .severalWords, .framesOutOfRange, .noFrames: .invalidValue
    }
  }

  package var property: String? {
    switch self {
    case .invalidValue(let property, _, _): property.rawValue
    case .severalWords: RequestProperty.encoderArguments.rawValue
    case .framesOutOfRange: RequestProperty.frames.rawValue
    case .unknownTransition: RequestProperty.transition.rawValue
    case .conflict(let conflict): conflict.property?.rawValue
    default: nil
    }
  }

  package var underlying: SegueError? {
    if case .parameter(let error) = self { SegueError(error) } else { nil }
  }

  /// The error in one sentence, with `names` for the properties.
  package func sentence(_ names: PropertyNames) -> String {
    switch self {
    case .invalidValue(let property, let value, let expected):
      "\(names.name(property)) is “\(value)”, but must be \(expected)"
    case .unknownTransition(let name, let nearest):
      "there is no transition “\(name)”" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .needsOpenGL(let name):
      names.text(
        "\(name) is GLSL, which needs OpenGL: leave out \(option: .backend) cpu; without a GPU, software GL draws it"
      )
    case .parameter(let error): error.description
    case .refused(let reason): reason
    case .standardInputTwice: "standard input can be only one of the inputs"
    case .conflict(let conflict): conflict.sentence(names)
    case .severalWords(let argument):
      names.text("\(option: .encoderArguments) takes one word at a time, but “\(argument)” has several")
    case .outputIsInput(let path): "\(path) is one of the inputs and would be overwritten"
    case .framesOutOfRange(let first, let last, let count):
      names.text("\(option: .frames) \(first)-\(last): the run has frames 0-\(max(count, 1) - 1)")
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
  /// Checks that both sides are valid for a frame.
  /// - Throws: `UsageError.invalidValue`.
  package func checkFrame() throws(UsageError) {
    try FrameSize.exact(self).checkSides()
  }
}

extension FrameSize {
  /// Checks that the given sides are valid for a frame.
  /// - Throws: `UsageError.invalidValue`.
  package func checkSides() throws(UsageError) {
    guard isPossible else {
      throw .invalidValue(
        option: .size, value: description, expected: "1 to \(ImageSize.largestSide) pixels per side")
    }
  }
}

extension TransitionDescription {
  /// Parses parameters given as text.
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
