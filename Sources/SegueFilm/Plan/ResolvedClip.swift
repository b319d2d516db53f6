import SegueImaging
import SegueMath
import SegueMedia
import SegueRun

/// An input of a film with every decision about it.
package struct ResolvedClip: Sendable {
  package enum Content: Sendable {
    /// A video. `start` is in seconds after its first picture; `toEnd` is true if it plays to its end.
    case video(ClipInfo, ClipInfo.Video, start: Ratio, toEnd: Bool)
    /// A picture, and its index among the film's pictures. A picture from standard input is `kept`, since it
    /// can be read only once.
    case picture(path: String, kept: Snapshot?, index: Int)
    case color(RGBAColor)
  }

  /// The index among the film's clips.
  package internal(set) var index: Int
  package var input: FilmClip
  let fit: Fit
  package let motion: PictureMotion
  let filters: RequestFilters
  /// Whether the film drops the clip's sound.
  let isMute: Bool
  let color: ColorEncoding
  /// The bits per channel of the file; 16 for a picture with more than 8.
  let depth: Int
  package var content: Content
  /// The start in the source, in seconds.
  package var start: Ratio
  /// The end in the source, in seconds.
  var end: Ratio
  /// The mapping of film frames to source frames; `nil` at normal speed.
  package var speedMap: SpeedMap?
  /// The playback order; `nil` if it is forwards.
  var order: ClipOrder?
  /// The sound file that plays over a picture or colour; `nil` for none.
  var voice: ClipInfo?
  /// The number of film frames without handles.
  var length: Int
  /// The film frames, overlaps included.
  package var frames = 0..<0
  /// The junction with the previous clip; `nil` for the first clip.
  package var junction: ResolvedJunction?
  /// The number of film frames before the clip's in point: its leading handle.
  var lead = 0
  /// The numbers of film frames at the start and at the end that repeat a frame, because the source has no
  /// further frames.
  package var held = (before: 0, after: 0)

  /// The clip's audio stream; `nil` if the clip is silent in the film, as with a varying speed.
  package var sound: ClipInfo.Audio? {
    if isMute { return nil }
    if let voice { return voice.audio }
    guard case .video(let info, _, _, _) = content, speedMap == nil || speedMap?.speed.constant != nil else {
      return nil
    }
    return info.audio
  }

  /// The file of the clip's sound; `nil` for a still without sound.
  var heard: ClipInfo? {
    if case .video(let info, _, _, _) = content { info } else { voice }
  }
}
