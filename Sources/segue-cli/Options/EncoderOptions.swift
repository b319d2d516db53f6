import ArgumentParser
import Segue

/// How the frames are compressed.
struct EncoderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "h264, hevc, vp9, av1, prores, ffv1, or an encoder of ffmpeg by its name.", valueName: "name"))
  var codec: String?

  @Option(
    help: ArgumentHelp(
      "In the encoder's terms (x264: crf 0 to 51), or lossless; JPEG and WebP: 1 to 100.", valueName: "q"))
  var quality: String?

  @Option(help: ArgumentHelp("The encoder's preset (x264: ultrafast to veryslow).", valueName: "name"))
  var preset: String?

  @Option(
    help: ArgumentHelp("Further arguments for ffmpeg's encoder, in one text.", valueName: "arguments"))
  var encoderArgs: String?

  @Option(
    help: ArgumentHelp(
      "How long the encoder may take nothing before it is ended (default: 30).", valueName: "seconds"),
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
