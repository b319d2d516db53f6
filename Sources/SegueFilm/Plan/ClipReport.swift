import SegueFields
import SegueImaging
import SegueMedia
import SegueRun
import SegueSound
import SegueSystem

/// The properties that an input's file states.
public struct ClipReport: Sendable, Hashable, Codable {
  /// The kind of a clip, by its contents.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A video, with or without sound.
    case video
    /// An animation: GIF, WebP or PNG, or a sequence of pictures.
    case animation
    /// A still picture, or an SVG drawing.
    case picture
    /// A plain colour, without a file.
    case color
    /// Sound alone, over a picture or a colour.
    case sound
  }

  /// The sound track that a film uses of a clip.
  public struct Audio: Sendable, Hashable, Codable {
    /// The codec's name in ffmpeg.
    package var codec: String
    /// The sample rate of the track, in Hz.
    public var rate: Int
    /// The number of channels of the track.
    public var channels: Int
  }

  /// The kind of the clip, by its contents.
  public var kind: Kind
  /// The display width in pixels, after the pixel aspect ratio and the rotation in the file, before the
  /// clip's `rotate` and `crop`; 0 for a colour.
  public var width: Int
  /// The display height in pixels, as ``width``.
  public var height: Int
  /// The duration in seconds; `nil` for a picture or a colour.
  public var seconds: Double?
  /// The frame rate as a fraction, such as `30000/1001`; the mean for a variable rate. `nil` for a picture,
  /// a colour or sound alone.
  public var fps: String?
  package var hasVariableRate = false
  /// The codec's name in ffmpeg; `nil` for a picture or a colour.
  package var codec: String?
  /// The colour encoding: `sdr`, `hlg` or `pq`.
  package var color: String
  /// The bits per channel of the file; 16 for a picture with more than 8.
  package var depth: Int
  /// The sound; `nil` for a silent clip.
  public var audio: Audio?
  /// The language of the text subtitles, empty if the track has no language tag; `nil` if the clip has no
  /// text subtitles.
  package var subtitles: String?
  /// The warnings about the file, a sentence each.
  public var warnings: [String] = []
}

extension FilmClip {
  /// Probes the clip's source, without decoding more than one picture of it.
  /// - Parameter limits: the largest picture that is decoded.
  /// - Throws: `SegueError` with the code `unreadable` if the source cannot be read, `invalidData` if
  ///   it has neither pictures nor sound; `cancelled`.
  public func report(limits: DecodingLimits = DecodingLimits()) async throws(SegueError) -> ClipReport {
    do {
      var request = FilmRequest()
      request.items = [FilmItem(self)]
      request.drawing.limits = limits
      switch try await FilmInputs.look(at: [RequestedClip(clip: self)], of: request)[0].content {
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
          subtitles: info.text?.language, warnings: info.sequence?.notices.messages ?? [])
      }
    } catch {
      throw SegueError(error)
    }
  }
}
