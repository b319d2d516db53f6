import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem

/// The background of a run's frames, and whether it can be transparent.
package struct Backdrop: Sendable {
  /// The colour behind the pictures.
  package let color: RGBAColor
  /// Whether the requested colour is not opaque or, without a requested colour, a picture is not opaque.
  let hasTransparency: Bool
  /// Whether the output keeps transparency.
  let keepsAlpha: Bool
  /// The name of the picture with transparency; `nil` if unknown.
  package var transparentSource: String?

  /// Whether the frames may be transparent and the output keeps transparency.
  package var keepsTransparency: Bool { hasTransparency && keepsAlpha }

  /// An opaque `color`. `hasTransparency` is whether a picture over it may be transparent.
  package static func opaque(_ color: RGBAColor, hasTransparency: Bool = false) -> Backdrop {
    Backdrop(color: color, hasTransparency: hasTransparency, keepsAlpha: false)
  }

  /// A translucent `color` in an output that keeps alpha.
  package static func transparent(_ color: RGBAColor) -> Backdrop {
    Backdrop(color: color, hasTransparency: true, keepsAlpha: true)
  }
}

/// The resolved options of an output, checked before anything is opened.
package struct OutputPlan: Sendable {
  package let format: OutputFormat
  /// The checked request, or a reduction of it that meets a size limit.
  var request: OutputRequest
  /// Whether the output is a single frame at a requested progress; `nil` for an output without progress.
  private let isStill: Bool?
  /// Whether only a part of the frames is written.
  private let isPartial: Bool
  package let metadata: FileMetadata

  private var facts: OutputFormat.Facts { format.facts }
  private var isOneFrame: Bool { isStill == true }

  /// Resolves the format and checks the options.
  /// - Parameters:
  ///   - isStill: whether the output is a single frame at a requested progress; `nil` for an output
  ///     without progress.
  ///   - isPartial: whether only a part of the frames is written.
  ///   - hasSound: whether there may be sound.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  package init(
    _ request: OutputRequest, isStill: Bool? = nil, isPartial: Bool = false, hasSound: Bool = false
  ) throws {
    self.request = request
    self.isStill = isStill
    self.isPartial = isPartial
    format = try OutputFormat.resolve(path: request.path, format: request.format, hasSound: hasSound)
    do throws(FileMetadata.Problem) {
      metadata = try FileMetadata(request.metadata, in: format)
    } catch {
      throw UsageError.invalidValue(option: .metadata, value: error.value, expected: error.expected)
    }
    if facts.isSound {
      if !hasSound { throw UsageError.conflict(.soundOfRender(format)) }
      if isOneFrame { throw UsageError.conflict(.format(.stillProgress, format)) }
    }
    if facts.isStillOnly, !isOneFrame {
      throw UsageError.conflict(.onePicture(path: request.path, takesProgress: isStill != nil))
    }
    _ = try request.settlingColor(.sdr, of: "", .properties)
    try checkEncoderOptions()
    if format.needsEncoder { _ = try videoSettings(hasTransparency: false) }
    if let largest = facts.largestFrameRate, !isOneFrame, rate.isAbove(largest) {
      throw UsageError.invalidValue(
        option: .frameRate, value: rate.description,
        expected: "at most \(largest) frames/s for \(format.rawValue)")
    }
    if needsEvenSize, let size = request.size, !size.isEven { throw oddSize(size) }
    if let limit = request.byteLimit { try checkByteLimit(limit) }
    if let plays = request.plays {
      guard repeats else { throw UsageError.conflict(.format(.plays, format)) }
      guard PlayCountText.range.contains(plays) else {
        throw UsageError.invalidValue(option: .plays, value: "\(plays)", expected: PlayCountText.expected)
      }
    }
  }

  private func oddSize(_ size: FrameSize) -> any Error {
    switch size {
    case .exact(let size): MediaError.oddSides(size, format: format.rawValue)
    case .width(let side), .height(let side):
      UsageError.invalidValue(
        option: .size, value: size.description,
        expected:
          "an even side for \(format.rawValue), which is 4:2:0 video; the nearest is \(max(2, side & ~1))")
    }
  }

  private func checkByteLimit(_ limit: Int) throws(UsageError) {
    if limit < 1 {
      throw .invalidValue(option: .byteLimit, value: "\(limit) bytes", expected: "1 byte or more")
    }
    if let codec = request.sizedCodec(format) {
      guard codec.facts.hasTwoPasses else {
        throw .conflict(.codec(.byteLimit, codec: codec.name))
      }
      if request.quality != nil {
        throw .conflict(.excludes(.byteLimit, .quality))
      }
    } else if facts.reduced == nil {
      throw .conflict(.format(.byteLimit, format))
    }
    if request.path == "-" || OutputPath.isSpecial(request.path) { throw .conflict(.needsFiles(.byteLimit)) }
    if isPartial { throw .conflict(.excludes(.byteLimit, .frames)) }
  }

  /// Checks that the inputs can be read again if the output is rendered several times.
  /// - Throws: `UsageError.conflict`.
  package func check(inputs: [String]) throws(UsageError) {
    if request.byteLimit != nil, inputs.contains(where: InputCopy.isNeeded(of:)) {
      throw .conflict(.needsFiles(.byteLimit))
    }
  }

  /// The frame rate: the requested one, else the format's default.
  package var rate: FrameRate { request.frameRate ?? facts.defaultRate ?? .sixty }

  /// The bounds of a frame without a requested size.
  package var defaultBounds: ImageSize { format.defaultBounds }

  /// Whether the file stores its number of plays.
  private var repeats: Bool { facts.repeats && !isOneFrame }

  /// Whether the output restarts at its end by default.
  var playsAgain: Bool { repeats && request.plays != 1 }

  /// Whether both sides must be even.
  var needsEvenSize: Bool {
    guard format.needsEncoder else { return facts.needsEvenSize }
    return (try? videoSettings(hasTransparency: false).needsEvenSize) ?? true
  }

  /// The notices about the output.
  package func notices(_ backdrop: Backdrop, _ names: PropertyNames) -> [Notice] {
    var notices = metadata.notices(format) + request.filterNotices(names)
    if let smooth = facts.smoothFrameRate, !isOneFrame, rate.isAbove(smooth) {
      let sentence = names.text(
        """
        browsers slow down \(format.rawValue) above \(smooth) frames/s; \
        \(short: .frameRate) \(smooth) plays at full speed
        """)
      notices.append(Notice(of: .frameRate, sentence))
    }
    if color.encoding.isHDR, !facts.storesColor {
      notices.append(
        Notice(
          .loss, of: .color,
          "\(format.rawValue) cannot label its values as \(color.encoding.name)"))
    }
    if backdrop.hasTransparency, !backdrop.keepsAlpha {
      let codec = request.codec.map { " with \($0.name)" } ?? ""
      let source = backdrop.color.isOpaque ? backdrop.transparentSource ?? "the pictures" : "the background"
      let sentence = names.text(
        """
        \(format.rawValue)\(codec) keeps no transparency, so transparent parts of \(source) become black; \
        \(option: .background) sets another colour, and \(OutputFormat.names(\.keepsAlpha).inWords) keep it, as does mov \
        with \(option: .codec) prores
        """)
      notices.append(Notice(.loss, of: .background, sentence))
    }
    return notices
  }

  /// The background of the frames: the requested colour, if any. Otherwise it is transparent if a
  /// picture is transparent and the output keeps alpha, else black.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  package func backdrop(_ background: RGBAColor?, picturesAreOpaque: Bool) throws -> Backdrop {
    let hasTransparency = background.map { !$0.isOpaque } ?? !picturesAreOpaque
    let keepsAlpha =
      format.needsEncoder
      ? try videoSettings(hasTransparency: hasTransparency).keepsAlpha : facts.keepsAlpha
    return Backdrop(
      color: background ?? (keepsAlpha && hasTransparency ? .transparent : .black),
      hasTransparency: hasTransparency, keepsAlpha: keepsAlpha)
  }

  /// The sink for frames of `size`.
  /// - Parameters:
  ///   - frames: the indices of the frames that the sink will get.
  ///   - areAllOpaque: whether every frame of the whole run is known to be opaque; called only if the
  ///     format needs it.
  /// - Throws: `SystemError`, `MediaError`, `UsageError`.
  package func makeSink(
    size: ImageSize, frames: Range<Int>, over backdrop: Backdrop, areAllOpaque: @escaping () -> Bool
  ) throws -> any FrameSink {
    let framesHaveAlpha = { backdrop.keepsAlpha && !areAllOpaque() }
    if format.needsEncoder {
      // In an opaque GIF, pixels that do not change between frames are not stored.
      let hasTransparency = facts.repeats ? framesHaveAlpha() : backdrop.hasTransparency
      return try makeEncoder(size: size, settings: videoSettings(hasTransparency: hasTransparency))
    }
    guard let sink = facts.sink else { throw UsageError.conflict(.soundOfRender(format)) }
    let isLossless = facts.canBeLossless && request.quality == .lossless
    return taking(
      try sink(
        SinkRequest(
          destination, shape: shape(size), color: color, frames: frames, isPartial: isPartial,
          isStill: isOneFrame,
          quality: facts.quality == nil || isLossless ? 0 : try quality, isLossless: isLossless,
          plays: plays, hasAlpha: framesHaveAlpha)),
      size: size)
  }

  /// The sink of a format that is written by an encoder.
  /// - Parameter path: the path of the file; `nil` means the request's.
  package func makeEncoder(
    size: ImageSize, settings: VideoSettings, path: String? = nil
  ) throws -> any FrameSink {
    taking(
      try EncoderSink(
        path.map { .file(path: $0, overwrite: true) } ?? destination, shape: shape(size),
        settings: settings, program: request.encoder),
      size: size)
  }

  /// Puts a conversion from drawn values to the output's values in front of `sink` if they differ.
  private func taking(_ sink: any FrameSink, size: ImageSize) -> any FrameSink {
    color.encoding == .pq && sink.format.isRGBA ? ConvertingSink.perceptual(sink, size: size) : sink
  }

  package var destination: OutputDestination {
    request.path == "-" ? .standardOutput : .file(path: request.path, overwrite: request.overwrites)
  }

  private func shape(_ size: ImageSize) -> VideoShape {
    VideoShape(size: size, rateNumerator: rate.numerator, rateDenominator: rate.denominator)
  }

  /// The paths that the frames `frames` will create or replace. For a sequence, only existing files are
  /// listed. The list is empty for standard output.
  /// - Throws: `MediaError.unsupported`.
  package func files(for frames: Range<Int>) throws -> [String] {
    if request.path == "-" { return [] }
    guard facts.isManyFiles else { return [request.path] }
    let pattern = try sequencePattern()
    if frames.isEmpty { return [] }
    return pattern.existing(in: frames).map(pattern.path(for:))
  }

  /// The first existing file after the `count` frames of the whole run. Readers of the folder would take
  /// this file of another run for a frame of this run. Files within the whole run belong to other
  /// shards.
  func staleFile(after count: Int) throws -> String? {
    guard facts.isManyFiles else { return nil }
    let pattern = try sequencePattern()
    return pattern.existing(in: count...).first.map(pattern.path(for:))
  }

  private func sequencePattern() throws -> SequencePattern {
    try SequencePattern(output: request.path)
  }

  package func videoSettings(hasTransparency: Bool) throws -> VideoSettings {
    var settings = try VideoSettings(
      container: format, codec: request.codec, quality: request.quality,
      preset: request.preset, extraArguments: request.encoderArguments,
      hasTransparency: hasTransparency, plays: plays, color: color)
    (settings.pass, settings.metadata) = (request.pass, metadata)
    settings.isReproducible = request.isReproducible
    settings.dither = request.dither
    if request.byteLimit != nil, settings.codec == .vp9, settings.keepsAlpha {
      throw UsageError.conflict(.needsOpaque(.byteLimit))
    }
    return settings
  }

  private var color: FrameColor { request.frameColor }

  private var plays: Int { request.plays ?? 0 }

  /// The quality, from 1 to 100.
  private var quality: Double {
    get throws(UsageError) {
      guard let quality = request.quality else { return facts.quality ?? 0 }
      guard case .value(let value) = quality, (1...100).contains(value) else {
        throw .invalidValue(
          option: .quality, value: quality.text,
          expected: facts.canBeLossless ? "1 to 100 or lossless" : "1 to 100")
      }
      return value
    }
  }

  private func checkEncoderOptions() throws {
    if let word = request.encoderArguments.first(where: { $0.hasPrefix("-") && $0.contains(" ") }) {
      throw UsageError.severalWords(word)
    }
    let codecWords = ["-c", "-c:v", "-codec", "-codec:v", "-vcodec"]
    if let word = request.encoderArguments.first(where: { codecWords.contains($0) }) {
      throw UsageError.conflict(.encoderArgument(word, says: .codec))
    }
    if request.dither != .automatic, !facts.hasPalette { throw UsageError.conflict(.format(.dither, format)) }
    if format.needsEncoder { return }
    let given: [(RequestProperty, Bool)] = [
      (.codec, request.codec != nil), (.preset, request.preset != nil),
      (.encoderArguments, !request.encoderArguments.isEmpty && !facts.isSound),
      (.quality, request.quality != nil && facts.quality == nil),
    ]
    for (option, isGiven) in given where isGiven {
      throw UsageError.conflict(.format(option, format))
    }
    if facts.quality != nil, !(facts.canBeLossless && request.quality == .lossless) { _ = try quality }
  }
}

extension OutputRequest {
  /// The codec whose bit rate keeps an output of `format` within a number of bytes; `nil` if the format
  /// limits its size by other means.
  func sizedCodec(_ format: OutputFormat) -> VideoCodec? {
    format.facts.reduced == nil ? codec ?? format.facts.codec : nil
  }
}

extension OutputFormat {
  /// The bounds of a frame without a requested size.
  package var defaultBounds: ImageSize { ImageSize(width: facts.defaultWidth, height: 2160) }
}

extension OutputFormat.Facts {
  /// The default frame rate; `nil` means the rate of a film's first video, or 60.
  package var defaultRate: FrameRate? { defaultFrameRate.flatMap { try? FrameRate($0) } }
}

extension FrameRate {
  /// Whether the rate is above `count` frames per second.
  fileprivate func isAbove(_ count: Int) -> Bool { numerator > count * denominator }
}
