import SegueFields
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSound
import SegueSystem

/// Determines the part of each input that a film shows, and its length in film frames.
struct ClipResolver {
  let request: FilmRequest
  let rate: FrameRate
  private(set) var clips: [ResolvedClip] = []
  private(set) var notices: [Notice] = []
  private(set) var pictures = 0

  /// - Throws: `FilmError.trim`, `SystemError`.
  @discardableResult
  mutating func add(_ clip: ProbedClip) async throws -> ResolvedClip {
    clips.append(try await place(clip))
    return clips[clips.count - 1]
  }

  private mutating func place(_ clip: ProbedClip) async throws -> ResolvedClip {
    switch clip.content {
    case .color(let color): return try still(clip, .color(color))
    case .picture(_, let color, let kept, _, _, let found):
      let name = clip.input.source.text
      notices += found.at(Place(request.place(ofClip: clips.count), named: name))
      if color.isHDR, request.output.color?.isHDR != true { note(.loss, clip, color.mappedSentence) }
      let kept = kept?.converted(for: request.output.frameColor)
      let placed = try still(clip, .picture(path: name, kept: kept, index: pictures))
      pictures += 1
      return placed
    case .video(let info, let video): return try await place(clip, info, video)
    case .sound(let info, let over): return try await place(clip.requested, info, over: over)
    }
  }

  /// Adds a notice about `clip`, the next clip to be placed.
  private mutating func note(
    _ kind: Notice.Kind, _ clip: ProbedClip, of property: String? = nil, _ sentence: String
  ) {
    let place = Place(request.place(ofClip: clips.count), named: clip.input.source.text)
    notices.append(Notice(kind, at: place, of: property, sentence))
  }

  private func resolved(
    _ clip: ProbedClip, _ content: ResolvedClip.Content, from start: Ratio, to end: Ratio, length: Int
  ) -> ResolvedClip {
    ResolvedClip(
      index: clips.count, input: clip.input, fit: clip.input.fit ?? request.output.fit,
      motion: clip.input.motion ?? request.motion, filters: clip.requested.filters, isMute: request.isMute,
      color: clip.content.color, depth: clip.content.bits, content: content, start: start, end: end,
      length: length)
  }

  private func still(_ clip: ProbedClip, _ content: ResolvedClip.Content) throws(FilmError) -> ResolvedClip {
    let length = try stillLength(clip.input)
    return resolved(clip, content, from: 0, to: rate.exactTime(ofFrame: length), length: length)
  }

  /// Places a clip without video over a picture or colour. The samples determine its length.
  private mutating func place(
    _ requested: RequestedClip, _ info: ClipInfo, over: FilmInputs.Content
  ) async throws -> ResolvedClip {
    let input = requested.clip
    let length = try await info.countedSeconds(isStrict: request.isStrict)
    let start = input.start.map(rate.seconds) ?? 0
    let end = min(input.end.map(rate.seconds) ?? length, length)
    guard start < end else {
      throw FilmError.emptyPart(input.source.text, from: start.value, to: end.value, of: length.value)
    }
    var still = requested
    still.clip.start = nil
    still.clip.end = nil
    still.clip.source = input.over ?? .color(request.drawing.background ?? .black)
    still.clip.duration = input.duration ?? .frames(rate.position(of: end - start))
    var placed = try await place(ProbedClip(requested: still, content: over))
    placed.input = input
    placed.voice = info
    placed.start = start
    placed.end = end
    return placed
  }

  /// The mapping of a clip with a set speed to its source; `nil` at normal speed.
  private func speedMap(
    _ input: FilmClip, _ video: ClipInfo.Video, from start: Ratio, to end: Ratio
  ) throws(FilmError) -> SpeedMap? {
    guard let text = input.speed else { return nil }
    let speed = try ClipSpeed(parsing: text, .named("the speed of \(input.source.text)"))
    if speed.constant == 1 { return nil }
    let own = video.nominalRate
    return SpeedMap(
      speed: speed, count: max(1, rate.position(of: (end - start).value / speed.mean)),
      start: (start * own).value, ratio: (own / rate.ratio).value,
      sourceCount: max(1, ((video.duration ?? end) * own).rounded), end: (end * own).value,
      between: input.slowMotion ?? .blend)
  }

  /// The reason for rejecting a part of a clip that is shorter than a film frame.
  private func tooShort(_ seconds: String) -> String {
    request.drawing.names.text(
      """
      the part is shorter than a frame of the film: \(seconds) at \(rate) frames/s; \(short: .frameRate) sets \
      the film's rate
      """)
  }

  private func stillLength(_ input: FilmClip) throws(FilmError) -> Int {
    let name = input.source.text
    var length = rate.frames(input.duration ?? .seconds(request.stillSeconds))
    if input.start != nil || input.end != nil {
      guard let end = input.end else {
        throw .trim(source: name, reason: "a picture has no length, so IN needs an OUT")
      }
      length = rate.frames(end) - (input.start.map(rate.frames) ?? 0)
    }
    guard length > 0 else { throw .trim(source: name, reason: "it is shorter than a frame") }
    return length
  }

  private mutating func place(
    _ clip: ProbedClip, _ info: ClipInfo, _ video: ClipInfo.Video
  ) async throws -> ResolvedClip {
    let input = clip.input
    let name = input.source.text
    guard let duration = video.duration, duration > 0 else {
      throw SystemError.badData(path: info.name, reason: "its length cannot be determined")
    }
    let (start, end) = try await times(of: clip, info, video, duration)
    let speedMap = try speedMap(input, video, from: start, to: end)
    let length = speedMap?.count ?? rate.position(of: end) - rate.position(of: start)
    guard length > 0 else {
      throw FilmError.trim(
        source: name,
        reason: tooShort("\(DecimalText.text((end - start).value / (speedMap?.speed.mean ?? 1))) s"))
    }
    // Seconds are rounded to the film's frames; a source frame number is exact.
    let isFrame = if case .frames? = input.start { true } else { false }
    let decodingStart = isFrame ? start : rate.exactTime(ofFrame: rate.position(of: start))
    let toEnd = rate.position(of: end) == rate.position(of: duration)
    let order = try ClipOrder(input, count: length, rate: rate)
    var placed = resolved(
      clip, .video(info, video, start: decodingStart, toEnd: toEnd), from: start, to: end,
      length: order?.count ?? length)
    placed.speedMap = speedMap
    placed.order = order
    if speedMap?.speed.constant == nil, speedMap != nil, info.audio != nil {
      note(.loss, clip, of: "speed", "its speed changes, so its sound is left out")
    }
    return placed
  }

  /// The start and the end of the shown part. The video lasts `duration` seconds.
  private mutating func times(
    of clip: ProbedClip, _ info: ClipInfo, _ video: ClipInfo.Video, _ duration: Ratio
  ) async throws -> (start: Ratio, end: Ratio) {
    let input = clip.input
    let name = input.source.text
    let times = try await ClipTimes(
      info, video, positions: [input.start, input.end], limits: request.drawing.limits)
    let start = input.start.map(times.seconds(of:)) ?? 0
    let end = input.end.map(times.seconds(of:)) ?? duration
    notices += (info.sequence?.notices ?? []).at(Place(request.place(ofClip: clips.count)))
    guard rate.position(of: start) < rate.position(of: duration) else {
      let clock =
        input.isOnMediaClock
        ? "; the timeline has no available_range, so the file's first time code is unknown" : ""
      throw FilmError.trim(
        source: name,
        reason: start < duration
          ? tooShort("\(DecimalText.text((duration - start).value)) s")
          : "IN is \(DecimalText.text(start.value)) s, but the clip is only \(DecimalText.text(duration.value)) s long"
            + clock)
    }
    guard start < end else {
      throw FilmError.emptyPart(name, from: start.value, to: end.value, of: duration.value)
    }
    guard rate.position(of: end) > rate.position(of: duration) else { return (start, end) }
    let sentence =
      "OUT is \(DecimalText.text(end.value)) s, but the clip is only \(DecimalText.text(duration.value)) s long"
    if request.isStrict { throw SystemError.badData(path: info.name, reason: sentence) }
    note(.warning, clip, of: "out", "\(sentence), so it ends there")
    return (start, duration)
  }
}

/// Converts positions in a clip to seconds.
struct ClipTimes: Sendable {
  private let rate: Ratio
  /// The times of all frames, read only for a variable frame rate.
  private var times: [Ratio] = []

  /// Reads the times of all frames if a position counts frames of variable length.
  /// - Throws: `SystemError`.
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
