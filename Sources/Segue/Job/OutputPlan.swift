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
    if let largest = format.largestFrameRate, request.stillProgress == nil,
      request.frameRate.numerator > largest * request.frameRate.denominator
    {
      throw UsageError.invalidValue(
        option: "--fps", value: request.frameRate.description,
        expected: "at most \(largest) frames/s for \(format.rawValue)")
    }
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
  /// **Source:** browsers show a frame of 10 ms or less for 100 ms; a GIF of more than 50 frames a second has such.
  func warnings(_ backdrop: Backdrop) -> [String] {
    var warnings: [String] = []
    let rate = request.frameRate
    let quickest: Int? =
      switch format {
      case .gif: 50
      case .webp, .apng: 95
      default: nil
      }
    if let quickest, request.stillProgress == nil, rate.numerator > quickest * rate.denominator {
      warnings.append(
        "browsers play \(format.rawValue) of more than \(quickest) frames/s too slowly; -r \(quickest) plays as it should"
      )
    }
    if backdrop.hasTransparency, !backdrop.keepsAlpha {
      let codec = request.codec.map { " with \($0)" } ?? ""
      warnings.append(
        "\(format.rawValue)\(codec) keeps no transparency, so black lies under the pictures; --background takes another "
          + "colour, and webm, webp, apng, gif, png, or mov with --codec prores keep it")
    }
    return warnings
  }

  /// What lies under the frames: what was asked for, else nothing where the output keeps alpha, else black.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  func backdrop(snapshotsAreOpaque: Bool) throws -> Backdrop {
    let hasTransparency = request.background.map { !$0.isOpaque } ?? !snapshotsAreOpaque
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
    size: ImageSize, frames: Range<Int>, over backdrop: Backdrop, areAllOpaque: () -> Bool
  ) throws -> any FrameSink {
    let hasTransparency = backdrop.hasTransparency
    var framesHaveAlpha: Bool { backdrop.keepsAlpha && !areAllOpaque() }
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

  /// The files that frames `frames` will replace or make; of a sequence those that are there. None for standard output.
  /// - Throws: `MediaError.unsupported`.
  func files(for frames: Range<Int>) throws -> [String] {
    if request.output == "-" { return [] }
    guard format == .pngSequence else { return [request.output] }
    let pattern = try sequencePattern()
    if frames.isEmpty { return [] }
    return pattern.existing(in: frames).map(pattern.path(for:))
  }

  /// The first file behind those of the whole, which has `count` frames: another run's, which whoever reads the folder
  /// takes for one of this. Files of the whole are other shards'.
  func leftOver(after count: Int) throws -> String? {
    guard format == .pngSequence else { return nil }
    let pattern = try sequencePattern()
    return pattern.existing(in: count...).first.map(pattern.path(for:))
  }

  private func sequencePattern() throws -> SequencePattern {
    try SequencePattern(request.output, isFolder: !SequencePattern.isPattern(request.output))
  }

  func videoSettings(hasTransparency: Bool) throws -> VideoSettings {
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
  package var nearestEven: ImageSize { roundedDownToEven }
}
