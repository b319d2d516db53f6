import SegueImaging
import SegueMedia
import SegueRun

extension FilmRequest {
  /// What of the request does not go together with copying, as far as that can be told without opening a clip.
  /// - Throws: `UsageError.conflict`.
  func checkCopying() throws(UsageError) {
    // A plan needs no output.
    guard copies, let format = try? OutputFormat.resolve(path: output.path, format: output.format) else {
      return
    }
    guard [.mp4, .mov, .mkv].contains(format) else {
      throw UsageError.conflict(.format(.copy, format))
    }
    if chunks != nil {
      throw UsageError.conflict(.excludes(.copy, .chunks))
    }
    if output.byteLimit != nil {
      throw UsageError.conflict(.excludes(.copy, .byteLimit))
    }
  }
}

extension FilmPlan {
  /// What was asked for and is not as the first video is, from which the film is copied.
  /// - Throws: `UsageError.conflict`, `FrameRateError`.
  static func checkCopying(_ request: FilmRequest, _ contents: [FilmInputs.Content]) async throws {
    for case .video(let info, let video) in contents where !info.isAnimation {
      if let codec = request.output.codec, let standard = CopyTarget.standard(of: video),
        codec != (standard == .h264 ? .h264 : .hevc)
      {
        throw UsageError.conflict(.copied(.codec, clip: info.name, value: "\(video.codec)"))
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
      let own = try await rateBetweenGaps(of: contents, nil) ?? self.rate(of: contents, nil)
      if rate != own {
        throw UsageError.conflict(.copied(.frameRate, clip: info.name, value: "\(own) frames/s"))
      }
      return
    }
  }

  /// The codec of a film that is copied from its first video.
  var copiedCodec: VideoCodec? {
    for case .video(let info, let video, _, _) in clips.map(\.content) where !info.isAnimation {
      return CopyTarget.standard(of: video).map { $0 == .h264 ? .h264 : .hevc }
    }
    return nil
  }
}

/// What a film's copying comes to: the plan, what happens to each clip, and what should be known, a sentence each.
typealias CopyOutcome = (plan: CopyPlan?, clips: [CopyPlan.Clip], warnings: [String])

extension FilmReport {
  /// Says what is copied.
  mutating func add(_ copying: CopyOutcome) {
    film.copiedFrames = copying.plan?.copiedCount ?? 0
    for (index, clip) in copying.clips.enumerated() {
      clips[index].copied = clip.copied.map { [$0.lowerBound, $0.upperBound] }
      clips[index].encoded = clip.reasons.isEmpty ? nil : clip.reasons.joined(separator: "; ")
    }
  }
}
