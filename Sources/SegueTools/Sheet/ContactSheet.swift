import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueText
import SegueTransitions

/// A labelled picture of many transitions: a row per transition, a column per progress.
package struct ContactSheet: Sendable {
  /// The transitions, one per row.
  package var transitions: [TransitionDescription]
  /// The times of the columns, as fractions of a transition's duration.
  package let times: [Double]
  /// The curve from time to progress; `nil` for progresses that equal the times.
  var timing: TimingCurve?
  /// The pictures of texture parameters, by the parameter's name.
  var textures: [String: Snapshot] = [:]
  /// The background under the pictures and around them.
  package var background = RGBAColor(red: 20, green: 23, blue: 28)

  /// A change to each transition before it is drawn.
  var filtered: @Sendable (any Transition) throws -> any Transition = { $0 }

  /// A sheet of `transitions` with `columns` columns, at least 2, at evenly spaced times from 0 to 1.
  package init(_ transitions: [TransitionDescription], columns: Int) {
    precondition(columns >= 2, "a sheet needs at least two columns")
    self.transitions = transitions
    times = (0..<columns).map { Double($0) / Double(columns - 1) }
  }

  /// The sheet of the transitions between the stage's pictures, which have the cells' size. A transition
  /// with a picture parameter gets a picture of clouds.
  /// - Parameter onStalledShader: as `DrawingOptions.onStalledShader`.
  /// - Throws: `TextError`, `ParameterError`, `RenderError`.
  package func picture(
    on stage: SnapshotPair, onStalledShader: (@Sendable (ShaderFault) -> Void)? = nil
  ) throws -> Snapshot {
    let style = TextStyle(size: SheetLayout.textSize(cell: stage.size), color: inkColor)
    let heads = try times.map { try TextPicture.draw("\(DecimalText.text($0 * 100, 1))%", style) }
    let names = try transitions.map { try TextPicture.draw($0.name, style) }
    let layout = SheetLayout(cell: stage.size, heads: heads.map(\.size), names: names.map(\.size))
    let sheet = PixelBuffer(size: layout.size, color: background)
    for (column, head) in heads.enumerated() { sheet.blend(head, at: layout.head(column)) }
    let clouds = CloudMask.snapshot(stage.size)
    for (row, description) in transitions.enumerated() {
      sheet.blend(names[row], at: layout.name(row))
      let transition = try filtered(try Self.transition(description, textures, texture: clouds))
      let recipes = times.map { time in
        transition.endpointExactRecipe(
          at: progress(at: time, over: transition.duration), in: stage.context)
      }
      let pictures = try stage.pictures(of: recipes, over: background, onStalledShader: onStalledShader)
      for (column, picture) in pictures.enumerated() {
        sheet.copy(picture, at: layout.cell(row: row, column: column))
      }
    }
    return Snapshot(sheet)
  }

  /// The progress at `time`, a fraction of `duration` seconds; 0 at the start and 1 at the end.
  private func progress(at time: Double, over duration: Double) -> Double {
    guard let timing, (0..<1).contains(time) else { return time }
    let function = timing.function(over: duration)
    return function.progress(at: time * function.duration)
  }

  /// The transition with default parameters, and `texture` for required pictures.
  static func transition(
    _ description: TransitionDescription, _ textures: [String: Snapshot] = [:], texture: Snapshot
  ) throws(ParameterError) -> any Transition {
    let needed = description.parameters.filter { $0.type == .texture && $0.defaultValue == nil }.map(\.name)
    return try description.transition(
      needed.map { (name: $0, value: "clouds") },
      textures: textures.merging(needed.map { ($0, texture) }) { $1 })
  }

  /// Light on a dark background, dark on a light one, grey on a transparent one.
  private var inkColor: RGBAColor {
    if background.alpha < 128 { return RGBAColor(red: 128, green: 134, blue: 144) }
    let light = Int(background.red) * 2 + Int(background.green) * 7 + Int(background.blue)
    return light < 1280
      ? RGBAColor(red: 222, green: 227, blue: 234) : RGBAColor(red: 42, green: 48, blue: 58)
  }
}

/// The layout of a contact sheet: upper left corners in pixels.
struct SheetLayout: Sendable {
  /// The sheet's size, in pixels.
  let size: ImageSize
  private let cell: ImageSize
  private let heads: [ImageSize]
  private let names: [ImageSize]
  private let gap: Int
  private let margin: Int
  private let left: Int
  private let top: Int

  /// A layout with each head above its column, and each name left of its row.
  init(cell: ImageSize, heads: [ImageSize], names: [ImageSize]) {
    self.cell = cell
    self.heads = heads
    self.names = names
    gap = max(2, cell.height / 16)
    margin = 2 * gap + 4
    left = margin + (names.map(\.width).max() ?? 0) + margin
    top = margin + (heads.map(\.height).max() ?? 0) + gap
    size = ImageSize(
      width: left + heads.count * (cell.width + gap) - gap + margin,
      height: top + max(1, names.count) * (cell.height + gap) - gap + margin)
  }

  /// The labels' size beside cells of this size, in pixels.
  static func textSize(cell: ImageSize) -> Double { min(36, max(8, Double(cell.height) * 0.14)) }

  /// The position of a column's head: centred above its pictures.
  func head(_ column: Int) -> (x: Int, y: Int) {
    (x(column) + (cell.width - heads[column].width) / 2, top - gap - heads[column].height)
  }

  /// The position of a row's name: at the left, vertically centred.
  func name(_ row: Int) -> (x: Int, y: Int) { (margin, y(row) + (cell.height - names[row].height) / 2) }

  /// The position of a picture.
  func cell(row: Int, column: Int) -> (x: Int, y: Int) { (x(column), y(row)) }

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
        to: ImageSize(width: cellWidth, height: max(1, Int(height.rounded()))), fit: .stretch)
    }
    let height = (cells.map(\.size.height).max() ?? 1) + 2 * gap
    let strip = PixelBuffer(
      size: ImageSize(width: cells.count * (cellWidth + gap) + gap, height: height),
      color: RGBAColor(red: 24, green: 24, blue: 24))
    for (index, cell) in cells.enumerated() {
      strip.copy(cell, at: (gap + index * (cellWidth + gap), gap))
    }
    return Snapshot(strip)
  }
}

extension PixelBuffer {
  /// Copies `picture` to `place`; it must be wholly inside.
  fileprivate func copy(_ picture: Snapshot, at place: (x: Int, y: Int)) {
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width { self[place.x + x, place.y + y] = picture[x, y] }
    }
  }

  /// Draws `picture` over the existing pixels, clipped to the sheet.
  /// **Source:** Porter and Duff's *over*, for straight alpha.
  fileprivate func blend(_ picture: Snapshot, at place: (x: Int, y: Int)) {
    let columns = max(0, -place.x)..<max(0, -place.x, min(picture.size.width, size.width - place.x))
    let rows = max(0, -place.y)..<max(0, -place.y, min(picture.size.height, size.height - place.y))
    for y in rows {
      for x in columns where picture[x, y].alpha > 0 {
        let (ink, below) = (picture[x, y], self[place.x + x, place.y + y])
        let (upper, lower) = (Int(ink.alpha) * 255, Int(below.alpha) * (255 - Int(ink.alpha)))
        let sum = upper + lower
        func mixed(_ channel: KeyPath<RGBAColor, UInt8>) -> UInt8 {
          UInt8((Int(ink[keyPath: channel]) * upper + Int(below[keyPath: channel]) * lower + sum / 2) / sum)
        }
        self[place.x + x, place.y + y] = RGBAColor(
          red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: UInt8((sum + 127) / 255))
      }
    }
  }
}
