import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem

/// Facts of a clip, as far as its file has them, in a film's words.
public struct ClipReport: Sendable, Hashable, Codable {
  /// The kind of a clip.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A video.
    case video
    /// An animated picture: GIF, WebP, PNG; or pictures that are a clip together.
    case animation
    /// One picture.
    case picture
    /// A plain colour.
    case color
    /// Sound alone, over a picture or a colour.
    case sound
  }

  /// The sound of a clip: the stream that a film takes.
  public struct Audio: Sendable, Hashable, Codable {
    /// The codec's name in ffmpeg.
    package var codec: String
    /// Samples a second.
    public var rate: Int
    /// The number of channels.
    public var channels: Int
  }

  /// The kind of clip.
  public var kind: Kind
  /// Width in pixels as it is shown: after the shape of its samples and its rotation, before what the clip is turned and
  /// cut by; 0 for a colour.
  public var width: Int
  /// Height, as ``width``.
  public var height: Int
  /// Seconds from its first picture to the end of its last; `nil` for what has no length of its own.
  public var seconds: Double?
  /// Frames a second, as `30000/1001`; of a clip whose rate varies the mean. `nil` for what has no rate.
  public var fps: String?
  /// Whether its rate varies.
  package var hasVariableRate = false
  /// The codec's name in ffmpeg; `nil` for a picture or a colour.
  package var codec: String?
  /// The encoding of its values: `sdr`, `hlg` or `pq`.
  package var color: String
  /// Bits of a channel: those of its file, 16 where a picture has more than 8.
  package var depth: Int
  /// Its sound; `nil` where it has none.
  public var audio: Audio?
  /// The language of its subtitles, empty where they do not say it; `nil` where it has none of text.
  package var subtitles: String?
  /// Warnings, a sentence each.
  public var warnings: [String] = []
}

extension FilmClip {
  /// Looks at the clip's source, without decoding more than a picture of it.
  /// - Parameter limits: the most that a picture may take.
  /// - Throws: `SegueError.media` for what cannot be read or has no pictures.
  public func report(limits: DecodingLimits = DecodingLimits()) async throws(SegueError) -> ClipReport {
    do {
      var request = FilmRequest(items: [FilmItem(self)])
      request.drawing.limits = limits
      switch try await FilmInputs.look(at: request)[0] {
      case .color:
        return ClipReport(kind: .color, width: 0, height: 0, color: ColorEncoding.sdr.rawValue, depth: 8)
      case .picture(let size, let color, _, let bits, _, let warnings):
        return ClipReport(
          kind: .picture, width: size.width, height: size.height, color: color.rawValue, depth: bits,
          warnings: warnings)
      case .sound(let info, let over):
        return ClipReport(
          kind: .sound, width: over.size?.width ?? 0, height: over.size?.height ?? 0,
          seconds: try await info.countedSeconds(isStrict: false).value, color: over.color.rawValue,
          depth: over.bits,
          audio: info.audio.map { .init(codec: $0.codec, rate: $0.sampleRate, channels: $0.channels) })
      case .video(let info, let video):
        let (size, rate) = (video.displaySize, video.nominalRate)
        return ClipReport(
          kind: info.isAnimation ? .animation : .video,
          width: size.width, height: size.height, seconds: video.duration?.value,
          fps: "\(rate.numerator)/\(rate.denominator)", hasVariableRate: video.isVariableRate,
          codec: video.codec, color: video.color.rawValue, depth: video.bits,
          audio: info.audio.map { .init(codec: $0.codec, rate: $0.sampleRate, channels: $0.channels) },
          subtitles: info.text?.language, warnings: info.sequence?.warnings ?? [])
      }
    } catch {
      throw SegueError(error)
    }
  }
}
