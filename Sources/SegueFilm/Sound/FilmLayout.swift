import SegueFields
import SegueMedia
import SegueSystem

extension FilmRequest {
  var soundFormat: SoundFormat {
    var format = SoundFormat()
    format.codec = audioCodec
    format.bitRate = audioBitRate
    format.bitRateLimit = output.soundBitRate
    format.layout = channels ?? .stereo
    return format
  }
}

extension FilmPlan {
  /// The channel layout of the film's sound: the requested layout, else the layout of the first clip with
  /// sound, at least stereo. A layout that the output's codec does not support is mixed down, with a notice.
  static func soundLayout(
    _ request: FilmRequest, _ contents: [FilmInputs.Content], _ format: OutputFormat?
  ) -> (layout: SoundLayout, notice: Notice?) {
    if let layout = request.channels { return (layout, nil) }
    let format = format ?? .mp4
    guard !request.isMute, format.facts.holdsSound else { return (.stereo, nil) }
    let sounds = contents.compactMap { content -> (name: String, layout: SoundLayout)? in
      guard let info = content.heard, let audio = info.audio else { return nil }
      return (info.name, info.rightAudio == nil ? SoundLayout(holding: audio) : .stereo)
    }
    guard let first = sounds.first else { return (.stereo, nil) }
    let maximum = request.soundFormat.maximumLayout(in: format, beside: request.output.codec)
    guard first.layout.channels > maximum.layout.channels else { return (first.layout, nil) }
    return (
      maximum.layout,
      Notice(
        .loss, at: .named(first.name), of: .channels,
        "its \(first.layout.rawValue) sound is mixed to "
          + "\(maximum.layout.rawValue), since \(maximum.codec) supports no more channels")
    )
  }
}
