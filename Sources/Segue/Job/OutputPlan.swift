import SegueImaging
import SegueMedia
import SegueMotion

/// What lies under the frames of a run, and whether anything shows through it.
///
/// **Thread-safety:** a value.
struct Backdrop: Sendable {
  /// The colour under everything.
  let color: RGBAColor
  /// Whether it was asked to be other than opaque or, where nothing was asked, a picture is.
  let hasTransparency: Bool
  /// Whether the output keeps that.
  let keepsAlpha: Bool
}

/// What a request's output options come to, checked before anything is opened.
///
/// **Thread-safety:** a value.
struct OutputPlan: Sendable {
  /// The kind of file.
  let format: OutputFormat
  private let request: RenderRequest

  /// Works out the format and checks that the options fit it.
  /// - Parameter mayBeStill: whether `request` can ask for one progress.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  init(_ request: RenderRequest, mayBeStill: Bool = true) throws {
    self.request = request
    format = try OutputFormat.resolve(path: request.output, format: request.format)
    if format.isStillOnly, request.stillProgress == nil {
      let sequence = "name a sequence such as frame-%05d.png"
      throw UsageError.conflict(
        mayBeStill
          ? "\(request.output) holds one picture: say which with \(option: .stillProgress) 0.5, or \(sequence)"
          : "\(request.output) holds one picture: \(sequence)")
    }
    try checkEncoderOptions()
    if format.needsEncoder { _ = try videoSettings(hasTransparency: false) }
    if let largest = format.largestFrameRate, request.stillProgress == nil,
      rate.numerator > largest * rate.denominator
    {
      throw UsageError.invalidValue(
        option: .frameRate, value: rate.description,
        expected: "at most \(largest) frames/s for \(format.rawValue)")
    }
    if let size = request.size, needsEvenSize, !size.isEven {
      switch size {
      case .exact(let size):
        throw UsageError.oddSize(size, format: format.rawValue)
      case .width(let side), .height(let side):
        throw UsageError.invalidValue(
          option: .size, value: size.description,
          expected:
            "an even side for \(format.rawValue), which is 4:2:0 video; the nearest is \(max(2, side & ~1))")
      }
    }
    if let limit = request.byteLimit { try checkByteLimit(limit) }
    if request.plays != nil, !canLoop {
      throw UsageError.conflict(
        "\(option: .plays) is for GIF, WebP and APNG; \(format.rawValue) does not say how often it plays")
    }
    if let plays = request.plays, !(0...65_535).contains(plays) {
      throw UsageError.invalidValue(option: .plays, value: "\(plays)", expected: "0 (for ever) to 65535")
    }
  }

  /// An output that is made again and again has to be one that can be thrown away, of inputs that can be read again.
  private func checkByteLimit(_ limit: Int) throws(UsageError) {
    if limit < 1 {
      throw .invalidValue(option: .byteLimit, value: "\(limit) bytes", expected: "1 byte or more")
    }
    guard format == .gif || format == .webp else {
      throw .conflict("\(option: .byteLimit) is for GIF and WebP, not \(format.rawValue)")
    }
    let streams = [request.from.path, request.to.path, request.timelineFile, request.output]
    if streams.contains("-") || OutputPath.isSpecial(request.output) {
      throw .conflict("\(option: .byteLimit) renders several times, so inputs and output must be files")
    }
    if request.frames != nil {
      throw .conflict("\(option: .byteLimit) is for the whole run; leave out \(option: .frames)")
    }
  }

  /// Frames a second: what was asked for, else what is usual for the format.
  var rate: FrameRate { request.frameRate ?? (format == .gif ? Self.usualGIFRate : .sixty) }

  /// Frames a second of a GIF by default.
  static let usualGIFRate: FrameRate = (try? FrameRate(25)) ?? .sixty

  /// What a frame is scaled down to whose size is not asked for: what players play, and for a GIF what pages load.
  var usualBounds: ImageSize { Self.usualBounds(of: format) }

  /// What a frame of `format` is scaled down to whose size is not asked for.
  static func usualBounds(of format: OutputFormat?) -> ImageSize {
    format == .gif ? ImageSize(width: 800, height: SceneLoader.usualBounds.height) : SceneLoader.usualBounds
  }

  /// Whether the format says how often it plays.
  private var canLoop: Bool { [.gif, .webp, .apng].contains(format) && request.stillProgress == nil }

  /// Whether the output begins again when it has ended, as it does unless told otherwise.
  var playsAgain: Bool { canLoop && request.plays != 1 }

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
    let quickest: Int? =
      switch format {
      case .gif: 50
      case .webp, .apng: 95
      default: nil
      }
    if let quickest, request.stillProgress == nil, rate.numerator > quickest * rate.denominator {
      warnings.append(
        request.names.text(
          """
          browsers play \(format.rawValue) of more than \(quickest) frames/s too slowly; \
          \(option: .shortFrameRate) \(quickest) plays as it should
          """))
    }
    if backdrop.hasTransparency, !backdrop.keepsAlpha {
      let codec = request.codec.map { " with \($0.name)" } ?? ""
      warnings.append(
        request.names.text(
          """
          \(format.rawValue)\(codec) keeps no transparency, so black lies under the pictures; \(option: .background) \
          takes another colour, and webm, webp, apng, gif, png, or mov with \(option: .codec) prores keep it
          """))
    }
    return warnings
  }

  /// What lies under the frames: what was asked for, else nothing where a picture has transparency and the output keeps
  /// it, else black.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  func backdrop(picturesAreOpaque: Bool) throws -> Backdrop {
    let hasTransparency = request.background.map { !$0.isOpaque } ?? !picturesAreOpaque
    let keepsAlpha =
      format.needsEncoder
      ? try videoSettings(hasTransparency: hasTransparency).keepsAlpha : format.keepsAlpha
    return Backdrop(
      color: request.background ?? (keepsAlpha && hasTransparency ? .transparent : .black),
      hasTransparency: hasTransparency,
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
      size: size, rateNumerator: rate.numerator, rateDenominator: rate.denominator)
    let destination: OutputDestination =
      request.output == "-"
      ? .standardOutput : .file(path: request.output, overwrite: request.overwrites)
    switch format {
    case .mp4, .mov, .mkv, .webm, .gif:
      return try EncoderSink(
        destination, shape: shape,
        settings: videoSettings(hasTransparency: format == .gif ? framesHaveAlpha : hasTransparency),
        program: request.encoder)
    case .raw: return RawSink(destination)
    case .y4m: return try Y4MSink(destination, shape: shape)
    case .png: return StillSink(destination, encoder: PNGEncoder(), hasAlpha: framesHaveAlpha)
    case .jpg: return StillSink(destination, encoder: JPEGEncoder(quality: try jpegQuality))
    case .pngSequence:
      return PNGSequenceSink(
        try sequencePattern(), frames: frames, encoder: PNGEncoder(), hasAlpha: framesHaveAlpha,
        isPart: request.frames != nil, overwrite: request.overwrites)
    case .webp where request.stillProgress != nil:
      return StillSink(
        destination, encoder: WebPEncoder(compression: try webpCompression), hasAlpha: framesHaveAlpha)
    case .webp:
      return AnimationSink(
        destination,
        encoder: try WebPAnimation(
          shape: shape, first: frames.lowerBound, compression: webpCompression, hasAlpha: framesHaveAlpha,
          plays: plays))
    case .apng:
      return AnimationSink(
        destination,
        encoder: try APNGAnimation(shape: shape, count: frames.count, hasAlpha: framesHaveAlpha, plays: plays)
      )
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
    try VideoSettings(
      container: format, codec: request.codec, quality: request.quality,
      preset: request.preset, extraArguments: request.encoderArguments,
      hasTransparency: hasTransparency, plays: plays)
  }

  private var plays: Int { request.plays ?? 0 }

  private var jpegQuality: Int {
    get throws { Int(try percentQuality ?? 90) }
  }

  private var webpCompression: WebPCompression {
    get throws {
      request.quality == .lossless ? .lossless : .lossy(quality: try percentQuality ?? 80)
    }
  }

  private var percentQuality: Double? {
    get throws {
      guard let quality = request.quality else { return nil }
      guard case .value(let value) = quality, (1...100).contains(value) else {
        let expected = format == .webp ? "1 to 100 or lossless" : "1 to 100"
        throw UsageError.invalidValue(option: .quality, value: quality.text, expected: expected)
      }
      return value
    }
  }

  private func checkEncoderOptions() throws {
    if let word = request.encoderArguments.first(where: { $0.hasPrefix("-") && $0.contains(" ") }) {
      let words = word.split(separator: " ").map(String.init)
      let flags = words.map { "\(RequestOption.encoderArguments.flag)=\($0)" }.joined(separator: " ")
      let text: OptionText.Sentence =
        "\(option: .encoderArguments) takes one word at a time: instead of “\(word)” say "
      throw UsageError.conflict(
        OptionText(OptionText(text).description + "\(words)", flagged: OptionText(text).flagged + flags))
    }
    let codecWords = ["-c", "-c:v", "-codec", "-codec:v", "-vcodec"]
    if let word = request.encoderArguments.first(where: { codecWords.contains($0) }) {
      throw UsageError.conflict(
        "\(option: .encoderArguments) has “\(word)”, but the encoder is named by \(option: .codec)")
    }
    if format.needsEncoder { return }
    let given: [(RequestOption, Bool)] = [
      (.codec, request.codec != nil), (.preset, request.preset != nil),
      (.encoderArguments, !request.encoderArguments.isEmpty),
      (.quality, request.quality != nil && ![.jpg, .webp].contains(format)),
    ]
    for (option, isGiven) in given where isGiven {
      throw UsageError.conflict("\(option: option) is for an encoder, and \(format.rawValue) has none")
    }
    if format == .jpg { _ = try jpegQuality }
    if format == .webp { _ = try webpCompression }
  }
}
