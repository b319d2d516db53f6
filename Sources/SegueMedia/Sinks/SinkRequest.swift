import SegueImaging
import SegueSystem

/// What the sink of a format that Segue makes itself is made for.
package struct SinkRequest {
  /// The place of the bytes.
  package var destination: OutputDestination
  /// The facts that all frames share.
  package var shape: VideoShape
  /// The encoding and the depth of their values.
  package var color: FrameColor
  /// The indices of the frames that it gets.
  package var frames: Range<Int>
  /// Whether they are a part of a run.
  package var isPart: Bool
  /// Whether it gets one picture at a progress.
  package var isStill: Bool
  /// A quality of 1 to 100; `nil` is without loss, or what has no quality.
  package var quality: Double
  /// Whether no pixel may change.
  package var isLossless: Bool
  /// How often it plays, 0 for ever.
  package var plays: Int
  /// Whether a frame may be other than opaque; asked only where it counts.
  package var hasAlpha: () -> Bool

  /// A sink's request.
  package init(
    _ destination: OutputDestination, shape: VideoShape, color: FrameColor, frames: Range<Int>, isPart: Bool,
    isStill: Bool, quality: Double, isLossless: Bool, plays: Int, hasAlpha: @escaping () -> Bool
  ) {
    (self.destination, self.shape, self.color) = (destination, shape, color)
    (self.frames, self.isPart, self.isStill) = (frames, isPart, isStill)
    (self.quality, self.isLossless, self.plays, self.hasAlpha) = (quality, isLossless, plays, hasAlpha)
  }

  /// The encoder of its pictures as PNG.
  var png: PNGEncoder { PNGEncoder(depth: color.depth.pixels, color: color.encoding) }

  /// The compression of its pictures as WebP.
  var webP: WebPCompression { isLossless ? .lossless : .lossy(quality: quality) }
}

extension OutputFormat {
  /// The sink of a WebP, animated or still.
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

  /// The sink of an animated PNG.
  static func animatedPNG(_ request: SinkRequest) throws -> any FrameSink {
    let animation = try APNGAnimation(
      shape: request.shape, count: request.frames.count, hasAlpha: request.hasAlpha(), plays: request.plays)
    return AnimationSink(request.destination, encoder: animation)
  }

  /// The sink of a PNG a frame.
  static func sequence(_ request: SinkRequest) throws -> any FrameSink {
    guard case .file(let path, let overwrite) = request.destination else {
      throw MediaError.unsupported(
        format: pngSequence.rawValue, limit: .standardOutput(isManyFiles: true))
    }
    return PNGSequenceSink(
      try SequencePattern(output: path), frames: request.frames, encoder: request.png,
      hasAlpha: request.hasAlpha(), isPart: request.isPart, overwrite: overwrite)
  }
}
