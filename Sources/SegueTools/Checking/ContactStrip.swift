import Imaging

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
