import ArgumentParser
import Segue

/// How the frames are compressed.
struct EncoderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      h264, hevc, vp9, av1, prores, ffv1, or any encoder of ffmpeg, which gets 4:2:0 frames \
      (default: h264; vp9 for .webm).
      """, valueName: "name"), transform: Reading.codec)
  var codec: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      CRF of h264 and hevc (0 to 51), vp9 and av1 (0 to 63), or lossless; colours of a GIF (4 to 256); JPEG and \
      WebP 1 to 100 (default: h264 18, hevc 22, vp9 and av1 30, GIF 256, JPEG 90, WebP 80).
      """, valueName: "q"))
  var quality: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      h264 and hevc: ultrafast to placebo; vp9: -8 to 8; av1: 0 to 13; GIF: its dither \
      (default: veryfast, 4, 8, bayer:bayer_scale=3).
      """, valueName: "name"))
  var preset: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      One more output argument for ffmpeg; repeatable: --encoder-args=-tune --encoder-args=animation.
      """, valueName: "argument"))
  var encoderArgs: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End the encoder when it has accepted no data for this long (default: 30).", valueName: "seconds"),
    transform: { try Reading.number($0, "--encoder-timeout", in: 0.1...86_400, "0.1 to 86400 seconds") })
  var encoderTimeout: Double = 30

  func fill(_ request: inout RenderRequest) {
    request.codec = codec
    request.quality = quality
    request.preset = preset
    request.encoderArguments = encoderArgs
    request.encoder.stallLimit = .seconds(encoderTimeout)
  }
}
