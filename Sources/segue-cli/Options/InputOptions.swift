import ArgumentParser
import SegueMedia
import Segue

/// The largest pictures that are decoded.
struct InputOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Reject pictures with a longer side before decoding them (default: 16384).", valueName: "pixels"),
    transform: { try Reading.wholeNumber($0, "--limit-side", in: 1...DecodingLimits.largestSide) })
  var limitSide: Int = DecodingLimits().maximumSide

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Reject pictures of more pixels before decoding them (default: 268435456).", valueName: "pixels"),
    transform: { try Reading.wholeNumber($0, "--limit-pixels", in: 1...DecodingLimits.largestArea) })
  var limitPixels: Int = DecodingLimits().maximumPixels

  func fill(_ request: inout RenderRequest) {
    request.limits.maximumSide = limitSide
    request.limits.maximumPixels = limitPixels
  }
}
