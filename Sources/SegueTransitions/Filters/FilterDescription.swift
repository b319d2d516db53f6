import SegueImaging
import SegueRendering

/// A named filter: its summary, its parameters, and a function from a recipe to the filtered recipe.
public struct FilterDescription: Sendable {
  /// Makes the filtered recipe of a recipe.
  package typealias Make = @Sendable (_ input: Recipe, _ values: FilterValues) -> Recipe

  /// The name in a chain: lower case, words joined by `-`.
  public let name: String
  /// A summary of the effect in one sentence.
  public let summary: String
  /// The source of the formula: a program, a paper or a standard.
  package let source: String
  /// The parameters, in the order of unnamed arguments.
  public let parameters: [ParameterDescription]
  /// Whether only renderers with OpenGL draw the filter.
  package let needsOpenGL: Bool
  private let make: Make

  /// Describes a filter; `make` returns its input if the values change nothing.
  package init(
    _ name: String, _ summary: String, source: String = "GPUImage", _ parameters: [ParameterDescription],
    needsOpenGL: Bool = false, make: @escaping Make
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.parameters = parameters
    self.needsOpenGL = needsOpenGL
    self.make = make
  }

  func recipe(of input: Recipe, _ values: FilterValues) -> Recipe { make(input, values) }
}

/// The values of a filter's parameters for one frame.
///
/// The typed getters expect the name and the type of one of the filter's parameters; other names
/// are a programming error.
package struct FilterValues: Sendable {
  package enum Value: Sendable, Hashable {
    /// A number; lengths are fractions of the frame's width.
    case number(Double)
    case color(RGBAColor)
    /// A word of a choice.
    case choice(String)
    /// The points of a curve, whose positions ascend.
    case points([Double])
    /// The contents of a file; `nil` if it was not loaded.
    case file(FilterFile?)
  }

  /// The size of the frame in pixels.
  package let size: ImageSize
  package let progress: Double
  let values: [String: Value]

  /// The width of the frame in pixels.
  package var width: Double { Double(size.width) }
  /// The height of the frame in pixels.
  package var height: Double { Double(size.height) }

  package subscript(_ name: String) -> Double {
    guard case .number(let value)? = values[name] else { preconditionFailure("no number named \(name)") }
    return value
  }

  /// The length called `name`, in pixels.
  package func pixels(_ name: String) -> Double { self[name] * width }

  /// The number called `name`, rounded to the nearest whole number.
  package func int(_ name: String) -> Int { Int(limiting: self[name].rounded()) }

  package func color(_ name: String) -> RGBAColor {
    guard case .color(let value)? = values[name] else { preconditionFailure("no colour named \(name)") }
    return value
  }

  /// The word of the `choice` parameter called `name`.
  package func choice(_ name: String) -> String {
    guard case .choice(let value)? = values[name] else { preconditionFailure("no choice named \(name)") }
    return value
  }

  /// The points of the curve called `name`.
  package func points(_ name: String) -> [(x: Double, y: Double)] {
    guard case .points(let value)? = values[name] else { preconditionFailure("no points named \(name)") }
    return stride(from: 0, to: value.count - 1, by: 2).map { (value[$0], value[$0 + 1]) }
  }

  /// The contents of the file that the parameter `name` sets; `nil` if it was not loaded.
  package func file(_ name: String) -> FilterFile? {
    guard case .file(let value)? = values[name] else { preconditionFailure("no file named \(name)") }
    return value
  }
}

/// The contents of a filter's file.
package enum FilterFile: Sendable, Hashable {
  /// A colour table, from a `.cube` file or a picture.
  case table(ColorTable)
  /// A picture, fitted to the frame or not.
  case picture(Snapshot)
}
