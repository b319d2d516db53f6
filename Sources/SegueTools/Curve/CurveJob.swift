import MediaIO
import Motion
import Segue

/// A timing curve's plot in a file.
///
/// **Thread-safety:** no state.
public enum CurveJob {
  /// Writes the plot of `timing` over `duration` seconds to `output`, an `.svg` file, or `-` for standard
  /// output.
  /// - Throws: `UsageError`, `MediaError`; there is no file then, and what was there before is untouched.
  public static func writePlot(
    of timing: TimingCurve, duration: Double, to output: String, overwrites: Bool
  ) throws {
    guard output == "-" || output.lowercased().hasSuffix(".svg") else {
      throw UsageError.invalidValue(option: "--output", value: output, expected: "an .svg file")
    }
    let file = try OutputFile(path: output, overwrite: overwrites)
    try file.finish(Array(CurvePlot(timing, duration: duration).svg.utf8))
  }
}
