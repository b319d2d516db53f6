import SegueFields
import SegueImaging
import SegueRun

/// The findings of `segue check`: the JSON of `--json`.
package struct CheckReport: Sendable, Encodable {
  /// The version of the report's schema.
  package var schema = 1
  /// The transition with its parameters, as listed.
  package var transition: TransitionListing
  /// Frame width in pixels.
  package var width: Int
  /// Frame height in pixels.
  package var height: Int
  package var renderer: RenderReport.Renderer
  /// The difference between the frame at progress 0 and the first picture.
  package var start: Difference
  /// The difference between the frame at progress 1 and the second picture.
  package var end: Difference
  /// Whether the frame at progress 0.5 has a single colour.
  package var isBlankInTheMiddle: Bool
  /// Frames per second, drawn and read back.
  package var framesPerSecond: Double
  package var outputs: [String] = []
  /// The notices about the file, and about frames that violate the format's rules.
  package var notices: [Notice] = [] { didSet { warnings = notices.messages } }
  /// The notices as messages.
  package private(set) var warnings: [String] = []

  /// The differences between two pictures, over all channels, 0…255.
  package struct Difference: Sendable, Encodable {
    /// The mean absolute difference.
    package var mean: Double
    /// The largest difference.
    package var maximum: Int
    /// The fraction of pixels with a channel that differs by more than `CheckReport.tolerance`.
    package var share: Double
  }

  /// The largest difference that rounding in texture filtering at a pixel's centre can make.
  package static let tolerance = 2
}

enum Comparison {
  /// The differences between two pictures of equal size.
  static func difference(_ a: Snapshot, _ b: Snapshot) -> CheckReport.Difference {
    precondition(a.size == b.size, "the compared pictures must have the same size")
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

  /// Whether all pixels have the same colour.
  static func isBlank(_ picture: Snapshot) -> Bool {
    (0..<picture.size.height).allSatisfy { y in
      (0..<picture.size.width).allSatisfy { picture[$0, y] == picture[0, 0] }
    }
  }
}
