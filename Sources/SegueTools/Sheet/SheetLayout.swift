import Imaging

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
