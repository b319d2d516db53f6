import SegueImaging
import SegueSystem

/// The parameters of a sink for a format that Segue writes itself.
package struct SinkRequest {
  package var destination: OutputDestination
  package var shape: VideoShape
  package var color: FrameColor
  package var frames: Range<Int>
  package var isPartial: Bool
  package var isStill: Bool
  /// The quality from 1 to 100; unused for lossless outputs and formats without a quality.
  package var quality: Double
  package var isLossless: Bool
  /// The number of plays, 0 for endless.
  package var plays: Int
  /// Whether a frame may be transparent; called only if the sink needs it.
  package var hasAlpha: () -> Bool

  package init(
    _ destination: OutputDestination, shape: VideoShape, color: FrameColor, frames: Range<Int>,
    isPartial: Bool, isStill: Bool, quality: Double, isLossless: Bool, plays: Int,
    hasAlpha: @escaping () -> Bool
  ) {
    self.destination = destination
    self.shape = shape
    self.color = color
    self.frames = frames
    self.isPartial = isPartial
    self.isStill = isStill
    self.quality = quality
    self.isLossless = isLossless
    self.plays = plays
    self.hasAlpha = hasAlpha
  }

  var png: PNGEncoder { PNGEncoder(depth: color.depth.pixels, color: color.encoding) }
  var webP: WebPCompression { isLossless ? .lossless : .lossy(quality: quality) }
}

extension OutputFormat {
  static func webP(_ request: SinkRequest) throws -> any FrameSink {
    if request.isStill {
      return StillSink(
        request.destination, encoder: WebPEncoder(compression: request.webP), hasAlpha: request.hasAlpha())
    }
    let animation = try WebPAnimation(
      shape: request.shape, first: request.frames.lowerBound, compression: request.webP,
      hasAlpha: request.hasAlpha(), plays: request.plays)
    return AnimationSink(request.destination, encoder: animation)
  }

  static func animatedPNG(_ request: SinkRequest) throws -> any FrameSink {
    let animation = try APNGAnimation(
      shape: request.shape, count: request.frames.count, hasAlpha: request.hasAlpha(), plays: request.plays)
    return AnimationSink(request.destination, encoder: animation)
  }

  static func sequence(_ request: SinkRequest) throws -> any FrameSink {
    guard case .file(let path, let overwrite) = request.destination else {
      throw MediaError.unsupported(
        format: pngSequence.rawValue, limit: .standardOutput(isManyFiles: true))
    }
    return PNGSequenceSink(
      try SequencePattern(output: path), frames: request.frames, encoder: request.png,
      hasAlpha: request.hasAlpha(), isPartial: request.isPartial, overwrite: overwrite)
  }
}
