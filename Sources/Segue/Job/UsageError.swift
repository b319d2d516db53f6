import SegueImaging
import SegueMotion
import SegueTransitions

/// A request that cannot be carried out as it was made: what, which value, and what is possible.
public enum UsageError: Error, Sendable {
  /// An option's value cannot be read.
  case invalidValue(option: String, value: String, expected: String)
  /// No transition has this name.
  case unknownTransition(name: String, nearest: String?)
  /// The CPU renderer was asked for a transition that takes OpenGL.
  case needsOpenGL(String)
  /// A parameter is wrong.
  case parameter(ParameterError)
  /// 4:2:0 video needs even sides.
  case oddSize(ImageSize, nearestEven: ImageSize, format: String)
  /// Both snapshots are to be read from stdin.
  case standardInputTwice
  /// Options that exclude each other, or that lack each other.
  case conflict(String)
  /// The output is one of the inputs.
  case outputIsInput(path: String)
  /// The range of frames is not within the run.
  case framesOutOfRange(first: Int, last: Int, count: Int)
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
