import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// The range of its source that each input shows, and its length in film frames.
extension FilmPlan {
  /// An input with its range in the source, its length in film frames, and warnings.
  typealias PlacedClip = (clip: ResolvedClip, length: Int, warnings: [String])

  /// Decides which part of an input the film uses.
  /// - Throws: `FilmError.trim`, `MediaError`.
  static func place(
    _ input: FilmClip, _ content: FilmInputs.Content, _ request: FilmRequest, rate: FrameRate, picture: Int
  ) async throws -> PlacedClip {
    let name = input.source.text
    switch content {
    case .color(let color):
      let length = try stillLength(input, request, rate: rate)
      let clip = ResolvedClip(
        input: input, content: .color(color), start: 0, end: rate.exactTime(ofFrame: length))
      return (clip, length, [])
    case .picture(_, let color, let kept, _, _, var warnings):
      if color.isHDR, request.output.color?.isHDR != true { warnings.append(color.mappedSentence) }
      let length = try stillLength(input, request, rate: rate)
      let clip = ResolvedClip(
        input: input,
        content: .picture(
          path: name, kept: kept?.converted(for: request.output.frameColor), index: picture), start: 0,
        end: rate.exactTime(ofFrame: length))
      return (clip, length, warnings.map { "\(name): \($0)" })
    case .video(let info, let video):
      return try await place(input, info, video, request, rate: rate)
    case .sound(let info, let over):
      return try await place(input, info, over: over, request, rate: rate, picture: picture)
    }
  }

  /// Places sound alone over a picture or colour. Its length is that of its samples.
  private static func place(
    _ input: FilmClip, _ info: ClipInfo, over: FilmInputs.Content, _ request: FilmRequest, rate: FrameRate,
    picture: Int
  ) async throws -> PlacedClip {
    let length = try await info.countedSeconds(isStrict: request.isStrict)
    let start = input.start.map(rate.seconds) ?? 0
    let end = min(input.end.map(rate.seconds) ?? length, length)
    guard start < end else {
      throw FilmError.emptyPart(input.source.text, from: start.value, to: end.value, of: length.value)
    }
    var still = input
    (still.start, still.end, still.source) = (
      nil, nil, input.over ?? .color(request.drawing.background ?? .black)
    )
    still.duration = input.duration ?? .frames(rate.position(of: end - start))
    var placed = try await place(still, over, request, rate: rate, picture: picture)
    placed.clip.input = input
    (placed.clip.voice, placed.clip.start, placed.clip.end) = (info, start, end)
    return placed
  }

  /// The mapping of a clip with a set speed to its source; `nil` at normal speed.
  private static func pace(
    _ input: FilmClip, _ video: ClipInfo.Video, from start: Ratio, to end: Ratio, rate: FrameRate
  ) throws(FilmError) -> ClipPace? {
    guard let text = input.speed else { return nil }
    let speed = try ClipSpeed(parsing: text, "the speed of \(input.source.text)")
    if speed.constant == 1 { return nil }
    let own = video.nominalRate
    return ClipPace(
      speed: speed, count: max(1, rate.position(of: (end - start).value / speed.mean)),
      start: (start * own).value, ratio: (own / rate.ratio).value,
      sourceCount: max(1, ((video.duration ?? end) * own).rounded), end: (end * own).value,
      between: input.slowMotion ?? .blend)
  }

  /// The reason for rejecting a part of a clip that is shorter than a film frame.
  private static func tooShort(_ seconds: String, _ rate: FrameRate, _ request: FilmRequest) -> String {
    request.drawing.names.text(
      """
      the part is shorter than a frame of the film: \(seconds) at \(rate) frames/s; \(short: .frameRate) sets \
      the film's rate
      """)
  }

  private static func stillLength(
    _ input: FilmClip, _ request: FilmRequest, rate: FrameRate
  ) throws(FilmError) -> Int {
    let name = input.source.text
    var length = rate.frames(input.duration ?? .seconds(request.pictureDuration))
    if input.start != nil || input.end != nil {
      guard let end = input.end else {
        throw .trim(source: name, reason: "a picture has no length, so IN needs an OUT")
      }
      length = rate.frames(end) - (input.start.map(rate.frames) ?? 0)
    }
    guard length > 0 else { throw .trim(source: name, reason: "it is shorter than a frame") }
    return length
  }

  private static func place(
    _ input: FilmClip, _ info: ClipInfo, _ video: ClipInfo.Video, _ request: FilmRequest, rate: FrameRate
  ) async throws -> PlacedClip {
    let name = input.source.text
    guard let duration = video.duration, duration > 0 else {
      throw MediaError.badData(path: info.name, reason: "its length cannot be determined")
    }
    let times = try await ClipTimes(
      info, video, positions: [input.start, input.end], limits: request.drawing.limits)
    let start = input.start.map(times.seconds(of:)) ?? 0
    var end = input.end.map(times.seconds(of:)) ?? duration
    var warnings = info.sequence?.warnings ?? []
    guard rate.position(of: start) < rate.position(of: duration) else {
      let clock =
        input.isOnMediaClock
        ? "; the timeline has no available_range, so the file's first time code is unknown" : ""
      throw FilmError.trim(
        source: name,
        reason: start < duration
          ? tooShort("\(DecimalText.text((duration - start).value)) s", rate, request)
          : "IN is \(DecimalText.text(start.value)) s, but it is only \(DecimalText.text(duration.value)) s long"
            + clock)
    }
    guard start < end else {
      throw FilmError.emptyPart(name, from: start.value, to: end.value, of: duration.value)
    }
    if rate.position(of: end) > rate.position(of: duration) {
      let sentence =
        "OUT is \(DecimalText.text(end.value)) s, but it is only \(DecimalText.text(duration.value)) s long"
      if request.isStrict { throw MediaError.badData(path: info.name, reason: sentence) }
      warnings.append("\(name): \(sentence), so it ends there")
      end = duration
    }
    let pace = try pace(input, video, from: start, to: end, rate: rate)
    let length = pace?.count ?? rate.position(of: end) - rate.position(of: start)
    guard length > 0 else {
      throw FilmError.trim(
        source: name,
        reason: tooShort(
          "\(DecimalText.text((end - start).value / (pace?.speed.mean ?? 1))) s", rate, request))
    }
    // Seconds are rounded to the film's frames; a source frame number is exact.
    let isFrame = if case .frames? = input.start { true } else { false }
    let decodingStart = isFrame ? start : rate.exactTime(ofFrame: rate.position(of: start))
    let toEnd = rate.position(of: end) == rate.position(of: duration)
    var clip = ResolvedClip(
      input: input, content: .video(info, video, start: decodingStart, toEnd: toEnd), start: start, end: end)
    clip.pace = pace
    clip.order = try ClipOrder(input, count: length, rate: rate)
    if pace?.speed.constant == nil, pace != nil, info.audio != nil {
      warnings.append("\(name): its speed changes, so its sound is left out")
    }
    return (clip, clip.order?.count ?? length, warnings)
  }
}

/// Converts positions in a clip to seconds.
struct ClipTimes: Sendable {
  private let rate: Ratio
  /// The times of all frames, read only for a variable frame rate.
  private var times: [Ratio] = []

  /// Reads the times of all frames if a position counts frames of variable length.
  /// - Throws: `MediaError`.
  init(
    _ info: ClipInfo, _ video: ClipInfo.Video, positions: [FilmClip.Position?], limits: DecodingLimits
  ) async throws {
    rate = video.nominalRate
    let countsFrames = positions.contains { if case .frames? = $0 { true } else { false } }
    if countsFrames, video.isVariableRate || video.hasUnevenEnds {
      times = try await ClipProbe().frameTimes(of: info, limits: limits)
    }
  }

  /// The time of `position` in seconds after the first picture.
  func seconds(of position: FilmClip.Position) -> Ratio {
    switch position {
    case .seconds(let seconds): Ratio(typed: seconds)
    case .frames(let index) where times.indices.contains(index): times[index]
    case .frames(let index):
      (times.last ?? 0) + Ratio(index - max(0, times.count - 1)) / rate
    }
  }
}
