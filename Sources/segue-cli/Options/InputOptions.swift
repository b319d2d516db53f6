import ArgumentParser
import MediaIO
import Segue

/// What a picture may claim before it is refused.
struct InputOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pictures with a longer side are refused unread (default: 16384).", valueName: "pixels"),
    transform: { try Reading.wholeNumber($0, "--limit-side", in: 1...DecodingLimits.largestSide) })
  var limitSide: Int = DecodingLimits().maximumSide

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pictures of more pixels are refused unread (default: 268435456).", valueName: "pixels"),
    transform: { try Reading.wholeNumber($0, "--limit-pixels", in: 1...DecodingLimits.largestArea) })
  var limitPixels: Int = DecodingLimits().maximumPixels

  func fill(_ request: inout RenderRequest) {
    request.limits.maximumSide = limitSide
    request.limits.maximumPixels = limitPixels
  }
}
