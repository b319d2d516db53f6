import Imaging
import MediaIO

/// What a request's output options come to, checked before anything is opened.
///
/// **Thread-safety:** a value.
struct OutputPlan: Sendable {
  /// The kind of file.
  let format: OutputFormat
  private let request: RenderRequest

  /// Works out the format and checks that the options fit it.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  init(_ request: RenderRequest) throws {
    self.request = request
    format = try OutputFormat.resolve(path: request.output, name: request.formatName)
    if format.isStillOnly, request.stillProgress == nil {
      throw UsageError.conflict(
        "\(request.output) holds one picture: say which with --at 0.5, or name a sequence such as frame-%05d.png"
      )
    }
    try checkEncoderOptions()
    if format.needsEncoder { _ = try videoSettings(hasTransparency: false) }
    if let size = request.size, needsEvenSize, !size.isEven {
      throw UsageError.oddSize(size, nearestEven: size.nearestEven, format: format.rawValue)
    }
  }

  /// Whether both sides have to be even.
  var needsEvenSize: Bool {
    if format == .y4m { return true }
    guard format.needsEncoder else { return false }
    return (try? videoSettings(hasTransparency: false).needsEvenSize) ?? true
  }

  /// What should be known about the output, a sentence each.
  ///
  /// **Source:** a GIF's delays are whole hundredths of a second, and browsers take those below two for ten.
  var warnings: [String] {
    let rate = request.frameRate
    guard format == .gif, rate.numerator > 50 * rate.denominator else { return [] }
    return ["browsers play a GIF of more than 50 frames/s too slowly; -r 50 plays as it should"]
  }

  /// What lies under the frames: what was asked for, else nothing where the output keeps alpha, else black.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  func backdrop(snapshotsAreOpaque: Bool) throws -> Backdrop {
    let hasTransparency = !snapshotsAreOpaque && request.background?.isOpaque != true
    let keepsAlpha =
      format.needsEncoder
      ? try videoSettings(hasTransparency: hasTransparency).keepsAlpha : format.keepsAlpha
    return Backdrop(
      color: request.background ?? (keepsAlpha ? .transparent : .black), hasTransparency: hasTransparency,
      keepsAlpha: keepsAlpha)
  }

  /// The sink for frames of `size`.
  /// - Parameters:
  ///   - frames: the indices of the frames that it will get.
  ///   - areAllOpaque: whether every frame of the whole is certain to be opaque; asked only where it counts.
  /// - Throws: `MediaError`, `UsageError`.
  func makeSink(
    size: ImageSize, frames: Range<Int>, over backdrop: Backdrop, areAllOpaque: @autoclosure () -> Bool
  ) throws -> any FrameSink {
    let hasTransparency = backdrop.hasTransparency
    let framesHaveAlpha = backdrop.keepsAlpha && !areAllOpaque()
    let shape = VideoShape(
      size: size, rateNumerator: request.frameRate.numerator, rateDenominator: request.frameRate.denominator)
    let destination: OutputDestination =
      request.output == "-"
      ? .standardOutput : .file(path: request.output, overwrite: request.overwrites)
    switch format {
    case .mp4, .mov, .mkv, .webm, .gif:
      return try EncoderSink(
        destination, shape: shape, settings: videoSettings(hasTransparency: hasTransparency),
        program: request.encoder)
    case .raw: return RawSink(destination)
    case .y4m: return try Y4MSink(destination, shape: shape)
    case .png: return StillSink(destination, encoder: PNGStillEncoder(hasAlpha: framesHaveAlpha))
    case .jpg: return StillSink(destination, encoder: JPEGStillEncoder(quality: try jpegQuality))
    case .pngSequence:
      return PNGSequenceSink(
        try sequencePattern(), frames: frames, encoder: PNGStillEncoder(hasAlpha: framesHaveAlpha),
        overwrite: request.overwrites)
    case .webp where request.stillProgress != nil:
      return StillSink(
        destination, encoder: WebPStillEncoder(compression: try webpCompression, hasAlpha: framesHaveAlpha))
    case .webp:
      return AnimationSink(
        destination,
        encoder: try WebPAnimation(
          shape: shape, first: frames.lowerBound, compression: webpCompression, hasAlpha: framesHaveAlpha))
    case .apng:
      return AnimationSink(
        destination, encoder: try APNGAnimation(shape: shape, count: frames.count, hasAlpha: framesHaveAlpha))
    }
  }

  /// The files that the frames `frames` will be written to; none for standard output.
  /// - Throws: `MediaError.unsupported`.
  func files(for frames: Range<Int>) throws -> [String] {
    if request.output == "-" { return [] }
    guard format == .pngSequence else { return [request.output] }
    let pattern = try sequencePattern()
    return frames.map(pattern.path(for:))
  }

  private func sequencePattern() throws -> SequencePattern {
    try SequencePattern(request.output, isFolder: !SequencePattern.isPattern(request.output))
  }

  private func videoSettings(hasTransparency: Bool) throws -> VideoSettings {
    var quality: VideoQuality?
    if let text = request.quality {
      guard let parsed = VideoQuality(text) else {
        throw UsageError.invalidValue(option: "--quality", value: text, expected: "a number or lossless")
      }
      quality = parsed
    }
    return try VideoSettings(
      container: format, codec: request.codec.map(VideoCodec.init(name:)), quality: quality,
      preset: request.preset, extraArguments: request.encoderArguments.map(VideoSettings.words(of:)) ?? [],
      hasTransparency: hasTransparency)
  }

  private var jpegQuality: Int {
    get throws { Int(try percentQuality ?? 90) }
  }

  private var webpCompression: WebPCompression {
    get throws {
      request.quality == "lossless" ? .lossless() : .lossy(quality: try percentQuality ?? 80)
    }
  }

  private var percentQuality: Double? {
    get throws {
      guard let text = request.quality else { return nil }
      guard let value = Double(text), (1...100).contains(value) else {
        let expected = format == .webp ? "1 to 100 or lossless" : "1 to 100"
        throw UsageError.invalidValue(option: "--quality", value: text, expected: expected)
      }
      return value
    }
  }

  private func checkEncoderOptions() throws {
    if format.needsEncoder { return }
    let given = [
      ("--codec", request.codec), ("--preset", request.preset), ("--encoder-args", request.encoderArguments),
      ("--quality", [.jpg, .webp].contains(format) ? nil : request.quality),
    ]
    for (option, value) in given where value != nil {
      throw UsageError.conflict("\(option) is for an encoder, and \(format.rawValue) has none")
    }
    if format == .jpg { _ = try jpegQuality }
    if format == .webp { _ = try webpCompression }
  }
}

extension ImageSize {
  /// Each odd side one less, or 2 where it is 1.
  var nearestEven: ImageSize { roundedDownToEven }
}
