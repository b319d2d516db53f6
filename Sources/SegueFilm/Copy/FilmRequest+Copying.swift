import SegueFields
import SegueMath
import SegueMedia
import SegueRun
import SegueSystem

extension FilmRequest {
  /// Checks the options that are incompatible with copying, without opening a clip.
  /// - Throws: `UsageError.conflict`.
  func checkCopying() throws(UsageError) {
    guard copies else { return }
    if device.shape != nil { throw UsageError.conflict(.excludes(.copy, .device)) }
    guard let format = output.knownFormat else { return }
    guard format.facts.allowsCopying else {
      throw UsageError.conflict(.format(.copy, format))
    }
    if output.byteLimit != nil {
      throw UsageError.conflict(.excludes(.copy, .byteLimit))
    }
  }
}

extension FilmPlan {
  /// Checks that no option differs from the first video's properties.
  /// - Throws: `UsageError.conflict`, `FrameRateError`.
  static func checkCopying(_ request: FilmRequest, _ contents: [FilmInputs.Content]) async throws {
    for case .video(let info, let video) in contents where !info.isAnimation {
      if let codec = request.output.codec, let standard = CopyTarget.standard(of: video),
        codec != (standard == .h264 ? .h264 : .hevc)
      {
        throw UsageError.conflict(.copied(.codec, clip: info.name, value: "\(video.codec)"))
      }
      if CopyTarget.standard(of: video) == .h264, let quality = request.output.quality,
        quality == .lossless || quality == .value(0)
      {
        throw UsageError.invalidValue(
          option: .quality, value: quality.text,
          expected:
            "1 or more, since frames encoded between copied H.264 pictures cannot be lossless"
        )
      }
      if let color = request.output.color, color != video.color {
        throw UsageError.conflict(.copied(.color, clip: info.name, value: video.color.name))
      }
      if let depth = request.output.depth, depth.rawValue != video.bits {
        throw UsageError.conflict(.copied(.depth, clip: info.name, value: "\(video.bits) bits"))
      }
      let natural = video.displaySize
      if let size = request.output.size?.size(for: natural, isEven: true), size != natural.roundedDownToEven {
        throw UsageError.conflict(.copied(.size, clip: info.name, value: "\(natural)"))
      }
      guard let rate = request.output.frameRate else { return }
      var open = request
      open.output.frameRate = nil
      let own = try await self.rate(of: open, contents, nil).rate
      if rate != own {
        throw UsageError.conflict(.copied(.frameRate, clip: info.name, value: "\(own) frames/s"))
      }
      return
    }
  }
}

/// The result of planning a copied film: the plan, the result for each clip, notices, and the result for
/// the sound.
typealias CopyOutcome = (
  plan: CopyPlan?, clips: [CopyPlan.Clip], notices: [Notice], sound: Result<CopiedSound, CopyObstacle>?
)

extension FilmReport {
  mutating func add(_ copying: CopyOutcome) {
    film.copiedFrames = copying.plan?.copiedCount ?? 0
    film.pictures = copying.plan?.pictureCount ?? film.frames
    for (index, clip) in copying.clips.enumerated() {
      clips[index].copied = clip.copied.map { [$0.lowerBound, $0.upperBound] }
      clips[index].encoded = clip.reasons.isEmpty ? nil : clip.reasons.joined(separator: "; ")
    }
    switch copying.sound {
    case .success(let copied):
      let rate = copied.audio.sampleRate
      audio = Audio(
        rate: rate, channels: copied.audio.channels,
        samples: Ratio(film.fps).map { (Ratio(film.frames * rate) / $0).floor } ?? 0, copied: true)
    case .failure(let obstacle):
      audio?.copied = false
      audio?.encoded = obstacle.reason
    case nil: break
    }
  }
}
