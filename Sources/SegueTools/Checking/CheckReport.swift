import SegueImaging
import SegueRun

/// The findings of `segue check`: the JSON of `--json`.
package struct CheckReport: Sendable, Encodable {
  /// Version of this layout.
  package var schema = 1
  /// The transition with its parameters, as it is listed.
  package var transition: TransitionListing
  /// Columns of a frame.
  package var width: Int
  /// Rows of a frame.
  package var height: Int
  /// The renderer.
  package var renderer: RenderReport.Renderer
  /// The distance of the frame at progress 0 from the first picture.
  package var start: Difference
  /// The distance of the frame at progress 1 from the second picture.
  package var end: Difference
  /// Whether the frame at progress 0.5 has a single colour.
  package var isBlankInTheMiddle: Bool
  /// Frames a second, drawn and read back.
  package var framesPerSecond: Double
  /// The files that were written.
  package var outputs: [String] = []
  /// Warnings about the file, and about frames that differ from the format's rules, a sentence each.
  package var warnings: [String] = []

  /// The differences between two pictures, over all channels, 0…255.
  package struct Difference: Sendable, Encodable {
    /// The mean of the absolute differences.
    package var mean: Double
    /// The largest.
    package var maximum: Int
    /// Share of the pixels with a channel that differs by more than `CheckReport.tolerance`.
    package var share: Double
  }

  /// The largest difference that filtering at a pixel's centre may make by rounding the other way.
  package static let tolerance = 2
}

/// Compares pictures.
enum Comparison {
  /// The differences between two pictures of one size.
  static func difference(_ a: Snapshot, _ b: Snapshot) -> CheckReport.Difference {
    precondition(a.size == b.size, "pictures of one size are compared")
    let (count, first, second) = (a.byteCount, a.rgba, b.rgba)
    var (sum, maximum, pixels) = (0, 0, 0)
    for offset in stride(from: 0, to: count, by: 4) {
      var largest = 0
      for channel in offset..<(offset + 4) {
        let difference = abs(Int(first[channel]) - Int(second[channel]))
        sum += difference
        largest = max(largest, difference)
      }
      maximum = max(maximum, largest)
      if largest > CheckReport.tolerance { pixels += 1 }
    }
    return CheckReport.Difference(
      mean: Double(sum) / Double(count), maximum: maximum, share: Double(pixels) / Double(a.size.area)
    )
  }

  /// Whether every pixel has the same colour.
  static func isBlank(_ picture: Snapshot) -> Bool {
    (0..<picture.size.height).allSatisfy { y in
      (0..<picture.size.width).allSatisfy { picture[$0, y] == picture[0, 0] }
    }
  }
}
