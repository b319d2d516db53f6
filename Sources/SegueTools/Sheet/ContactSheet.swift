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

/// Where everything is on a contact sheet.
///
/// **Thread-safety:** a value.
struct SheetLayout: Sendable {
  /// Size of the whole sheet.
  let size: ImageSize
  private let cell: ImageSize
  private let font: StrokeFont
  private let gap: Int
  private let margin: Int
  private let left: Int
  private let top: Int

  init(cell: ImageSize, columns: Int, names: [String]) {
    self.cell = cell
    font = StrokeFont(scale: min(2.4, max(0.5, Double(cell.height) / 130)))
    gap = max(2, cell.height / 16)
    margin = 2 * gap + 4
    let widest = names.map(font.width).max() ?? 0
    left = margin + Int(widest.rounded(.up)) + margin
    top = margin + Int((font.scale * 15).rounded(.up)) + gap
    size = ImageSize(
      width: left + columns * (cell.width + gap) - gap + margin,
      height: top + max(1, names.count) * (cell.height + gap) - gap + margin)
  }

  /// Writes a column's progress above the middle of its pictures.
  func writeHead(_ text: String, column: Int, color: Color, in sheet: PixelBuffer) {
    let middle = Double(x(column)) + Double(cell.width) / 2
    font.draw(
      text, x: (middle - font.width(of: text) / 2).rounded(), y: Double(top - gap), color: color, in: sheet)
  }

  /// Writes a row's name beside the middle of its pictures.
  func writeName(_ text: String, row: Int, color: Color, in sheet: PixelBuffer) {
    let baseline = Double(y(row)) + Double(cell.height) / 2 + 5 * font.scale
    font.draw(text, x: Double(margin), y: baseline.rounded(), color: color, in: sheet)
  }

  /// Puts a picture of the cell's size into its place.
  func paste(_ picture: Snapshot, row: Int, column: Int, in sheet: PixelBuffer) {
    precondition(picture.size == cell, "a picture of a sheet has the cell's size")
    for line in 0..<cell.height {
      (sheet.row(y(row) + line) + x(column) * 4).update(
        from: picture.base + line * cell.width * 4, count: cell.width * 4)
    }
  }

  private func x(_ column: Int) -> Int { left + column * (cell.width + gap) }
  private func y(_ row: Int) -> Int { top + row * (cell.height + gap) }
}

/// Frames side by side in one picture.
enum ContactStrip {
  private static let cellWidth = 240
  private static let gap = 4

  /// The frames from left to right, each 240 pixels wide, over dark grey.
  static func picture(of frames: [Snapshot]) -> Snapshot {
    let cells = frames.map { frame in
      let height = Double(cellWidth) / frame.size.aspectRatio
      return frame.fitted(
        to: ImageSize(width: cellWidth, height: max(1, Int(height.rounded()))), mode: .stretch)
    }
    let height = (cells.map(\.size.height).max() ?? 1) + 2 * gap
    let strip = PixelBuffer(
      size: ImageSize(width: cells.count * (cellWidth + gap) + gap, height: height),
      color: Color(red: 24, green: 24, blue: 24))
    for (index, cell) in cells.enumerated() {
      let x = gap + index * (cellWidth + gap)
      for y in 0..<cell.size.height {
        (strip.row(gap + y) + x * 4).update(from: cell.base + y * cellWidth * 4, count: cellWidth * 4)
      }
    }
    return Snapshot(strip)
  }
}
