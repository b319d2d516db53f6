import SegueImaging
import SegueMath
import SegueSystem
import TestSupport

@testable import SegueMedia

/// Videos that tests plan but do not decode.
extension Media {
  /// Writes a placeholder of an H.264 video, and makes its facts known, so that ffprobe is not asked for
  /// them.
  /// - Parameters:
  ///   - sounds: the number of mono sound tracks.
  ///   - content: the bytes of the file.
  ///   - change: changes the facts.
  /// - Returns: the file's path.
  func facts(
    _ name: String, size: ImageSize, rate: Ratio, seconds: Ratio, sounds: Int = 0,
    content: [UInt8] = Array("a placeholder of a video".utf8), _ change: (inout ClipInfo) -> Void = { _ in }
  ) throws -> String {
    let video = ClipInfo.Video(
      codec: "h264", storedSize: size, sampleAspect: .init(1, 1), rotation: 0, pixelFormat: "yuv420p",
      fieldOrder: "progressive", colorRange: "tv", colorSpace: "bt709", colorTransfer: "bt709",
      colorPrimaries: "bt709", chromaLocation: "left", frameRate: rate, averageRate: rate, startTime: 0,
      duration: seconds, hasAlphaTag: false, isStill: false)
    let tracks = (0..<sounds).map { index in
      ClipInfo.Audio(
        index: index, codec: "aac", sampleRate: 48_000, channels: 1, layout: "mono", tick: Ratio(1, 48_000),
        startTime: 0)
    }
    var info = ClipInfo(
      path: file(name), container: "mov,mp4,m4a,3gp,3g2,mj2", startTime: 0, video: video, audio: tracks.first)
    info.sounds = tracks
    info.ignored.soundTracks = max(0, sounds - 1)
    change(&info)
    try write(content, to: name)
    ClipProbe.cache.entry(info.path, OutputPath.fileExtension(of: info.path))?.value = info
    return info.path
  }

  /// Writes a video whose mono sound has `value` at each time. Its sound is mixed without ffmpeg, and it
  /// has no pictures to decode.
  /// - Parameter start: the time of the first picture.
  /// - Returns: the file's path.
  func heard(
    _ name: String, rate: Ratio = 25, seconds: Double, picturesFrom start: Ratio = 0,
    _ value: (Double) -> Double
  ) throws -> String {
    let samples = (0..<Int((seconds * 48_000).rounded())).map { Float(value(Double($0) / 48_000)) }
    return try heard(name, rate: rate, channels: 1, samples: samples, picturesFrom: start)
  }

  /// Writes a video with the interleaved `samples` at 48 kHz.
  /// - Returns: the file's path.
  func heard(
    _ name: String, rate: Ratio = 25, channels: Int, samples: [Float], picturesFrom start: Ratio = 0
  ) throws -> String {
    let sound = WaveSource.info(file(name), channels: channels)
    return try facts(
      name, size: ImageSize(width: 64, height: 48), rate: rate,
      seconds: Ratio(samples.count / channels, 48_000) - start,
      content: WaveFile.bytes(samples, channels: channels)
    ) { info in
      info.video?.startTime = start
      info.container = sound.container
      info.audio = sound.audio
      info.sounds = sound.sounds
    }
  }
}
