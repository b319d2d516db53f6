import SegueImaging

/// A part of the frame with the layers that it shows, the lowest first.
///
/// **Thread-safety:** a value.
struct StackRegion: Equatable {
  var part: PixelRect
  var layers: [Int]

  /// Cuts the frame along the bounds of all layers; `nil` where that makes more than `limit` pieces.
  static func regions(
    _ bounds: [PixelRect], hiding: [Bool], size: ImageSize, limit: Int
  ) -> [StackRegion]? {
    let xs = Set([0, size.width] + bounds.flatMap { [$0.x0, $0.x1] }).sorted()
    let ys = Set([0, size.height] + bounds.flatMap { [$0.y0, $0.y1] }).sorted()
    guard (xs.count - 1) * (ys.count - 1) <= limit else { return nil }
    var done: [StackRegion] = []
    var open: [StackRegion] = []
    for (y0, y1) in zip(ys, ys.dropFirst()) {
      var row: [StackRegion] = []
      for (x0, x1) in zip(xs, xs.dropFirst()) {
        let layers = shown(x0, y0, bounds, hiding)
        if let last = row.last, last.layers == layers {
          row[row.count - 1].part.x1 = x1
        } else {
          row.append(StackRegion(part: PixelRect(x0: x0, y0: y0, x1: x1, y1: y1), layers: layers))
        }
      }
      let isSame =
        open.count == row.count
        && zip(open, row).allSatisfy {
          $0.layers == $1.layers && $0.part.x0 == $1.part.x0 && $0.part.x1 == $1.part.x1
        }
      if isSame {
        for index in open.indices { open[index].part.y1 = y1 }
      } else {
        done += open
        open = row
      }
    }
    return done + open
  }

  /// The layers at a pixel, without those that another one hides.
  private static func shown(_ x: Int, _ y: Int, _ bounds: [PixelRect], _ hiding: [Bool]) -> [Int] {
    var layers: [Int] = []
    for (index, part) in bounds.enumerated()
    where part.x0 <= x && x < part.x1 && part.y0 <= y && y < part.y1 {
      if hiding[index] { layers.removeAll() }
      layers.append(index)
    }
    return layers
  }
}
