import Imaging
import Rendering
import Segue
import Transitions

/// A picture of many transitions: a row for each, a column for each progress, labelled.
///
/// **Thread-safety:** a value.
public struct ContactSheet: Sendable {
  /// The transitions, one a row.
  public var transitions: [TransitionDescription]
  /// The progresses, one a column, each the transition's own without a curve.
  public var progresses: [Double]
  /// What lies under the pictures and around them.
  public var background = Color(red: 20, green: 23, blue: 28)

  /// A sheet of `transitions` with `columns` progresses from 0 to 1, at least 2.
  public init(_ transitions: [TransitionDescription], columns: Int) {
    precondition(columns >= 2, "a sheet shows both ends at least")
    self.transitions = transitions
    progresses = (0..<columns).map { Double($0) / Double(columns - 1) }
  }

  /// The sheet between the stage's pictures, which are its cells' size. A transition that needs a picture
  /// gets one of clouds.
  /// - Parameter onStalledShader: as `RenderRequest.onStalledShader`.
  /// - Throws: `ParameterError`, `RenderError`.
  public func picture(
    on stage: Stage, onStalledShader: (@Sendable (ShaderFault) -> Void)? = nil
  ) throws -> Snapshot {
    let layout = SheetLayout(
      cell: stage.size, columns: progresses.count, names: transitions.map(\.name))
    let sheet = PixelBuffer(size: layout.size, color: background)
    let ink = inkColor
    for (column, progress) in progresses.enumerated() {
      layout.writeHead("\(DecimalText.text(progress * 100, 1))%", column: column, color: ink, in: sheet)
    }
    let clouds = CloudMask.snapshot(stage.size)
    for (row, description) in transitions.enumerated() {
      layout.writeName(description.name, row: row, color: ink, in: sheet)
      let transition = try Self.transition(description, texture: clouds)
      let recipes = progresses.map { transition.endpointExactRecipe(at: $0, in: stage.context) }
      let pictures = try stage.pictures(of: recipes, over: background, onStalledShader: onStalledShader)
      for (column, picture) in pictures.enumerated() {
        layout.paste(picture, row: row, column: column, in: sheet)
      }
    }
    return Snapshot(sheet)
  }

  /// The transition as it is without parameters, with `texture` for the pictures that it needs.
  static func transition(
    _ description: TransitionDescription, texture: Snapshot
  ) throws(ParameterError) -> any Transition {
    let needed = description.parameters.filter { $0.type == .texture && $0.defaultValue == nil }.map(\.name)
    return try description.transition(
      needed.map { (name: $0, value: "clouds") },
      textures: Dictionary(uniqueKeysWithValues: needed.map { ($0, texture) }))
  }

  /// Light on a dark ground, dark on a light one, grey on none.
  private var inkColor: Color {
    if background.alpha < 128 { return Color(red: 128, green: 134, blue: 144) }
    let light = Int(background.red) * 2 + Int(background.green) * 7 + Int(background.blue)
    return light < 1280
      ? Color(red: 222, green: 227, blue: 234) : Color(red: 42, green: 48, blue: 58)
  }
}
