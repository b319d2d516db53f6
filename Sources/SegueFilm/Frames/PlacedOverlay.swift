import FoundationEssentials
import Glibc
import SegueCPU
import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem

/// An overlay in whole frames and pixels: when it is seen, and where.
struct PlacedOverlay: Sendable {
  /// The overlay as requested.
  let overlay: FilmOverlay
  /// The input: a picture or a video.
  let content: FilmInputs.Content
  /// When it is seen, and by which transitions it comes and goes.
  let plan: LayerPlan
  /// Its pixels in the frame; some may lie beyond it.
  let target: PixelRect
  /// After how many frames an animation begins again; `nil` for what is shown once.
  let period: Int?

  /// The film's frames in which it is seen.
  var frames: Range<Int> { plan.frames }
  /// Its size in the frame.
  var size: ImageSize { ImageSize(width: target.width, height: target.height) }

  /// Places `overlay` in a film; `nil` where none of its frames is in it.
  /// - Parameters:
  ///   - step: the pixels to which its corner is rounded: 2 where the film has 4:2:0 planes, since its edges would mix with
  ///     what is below in a chroma sample that they share.
  ///   - warnings: takes what should be known, a sentence each.
  /// - Throws: `MediaError`, `UsageError` for one that is larger than a picture can be.
  init?(
    _ overlay: FilmOverlay, _ transitions: FilmPlan.LayerTransitions, _ content: FilmInputs.Content,
    size: ImageSize, step cornerStep: Int, timeline: FilmTimeline, warnings: inout [String]
  ) throws {
    guard let natural = content.size else { return nil }
    (self.overlay, self.content) = (overlay, content)
    let rate = timeline.rate
    var frames = rate.frames(from: overlay.start, to: overlay.end, of: timeline.frameCount)
    var period: Int?
    if frames.isEmpty {
      warnings.append(
        "the overlay \(overlay.path) is never shown: no frame of the film lies between its start and its end")
      return nil
    }
    if case .video(let info, let video) = content {
      warnings += info.sequence?.warnings ?? []
      guard let duration = video.duration, duration > 0 else {
        throw MediaError.badData(path: info.name, reason: "its length cannot be determined")
      }
      let length = max(1, rate.position(of: duration))
      if info.isAnimation {
        period = length
      } else if length < frames.count {
        if overlay.end != nil {
          let end = DecimalText.text(rate.time(ofFrame: frames.lowerBound + length))
          warnings.append("the overlay \(overlay.path) is over before its end, so it is gone at \(end) s")
        }
        frames = frames.lowerBound..<(frames.lowerBound + length)
      }
      if overlay.volume != nil, let sentence = info.audio?.mixingSentence {
        warnings.append("the overlay \(overlay.path): \(sentence)")
      }
      if overlay.volume != nil, info.audio == nil {
        warnings.append("the overlay \(overlay.path): volume has no effect, since it has no sound")
      }
    } else if overlay.volume != nil {
      warnings.append("the overlay \(overlay.path): volume has no effect, since it has no sound")
    }
    self.period = period
    plan = LayerPlan(overlay, transitions, frames: frames, rate: rate, warnings: &warnings)
    let (width, height) = (Double(size.width), Double(size.height))
    // 4:2:0 planes have even sides.
    let step = content.isMoving ? 2.0 : 1.0
    func side(_ length: Double) -> Int {
      max(Int(step), Int(limiting: (length / step).rounded()) * Int(step))
    }
    let shown = ImageSize(
      width: side(overlay.size * width),
      height: side(overlay.size * width * Double(natural.height) / Double(natural.width)))
    guard max(shown.width, shown.height) <= ImageSize.largestSide else {
      throw FilmError.value(
        place: "the size of the overlay \(overlay.path)", value: "\(shown) pixels",
        expected: "at most \(ImageSize.largestSide) pixels a side")
    }
    let margin = overlay.margin * width
    func start(_ free: Double, _ share: Double) -> Int {
      Int(((margin + (free - 2 * margin) * share) / Double(cornerStep)).rounded()) * cornerStep
    }
    let x = start(width - Double(shown.width), overlay.place.horizontal)
    let y = start(height - Double(shown.height), overlay.place.vertical)
    target = PixelRect(x0: x, y0: y, x1: x + shown.width, y1: y + shown.height)
  }

  /// Its sound, if that is heard.
  func sound(in plan: FilmPlan) -> FilmMixer.MixPlan.Music? {
    guard let volume = overlay.volume, case .video(let info, _) = content,
      var decoding = SoundDecoding(info, from: 0, isStrict: plan.request.isStrict)
    else { return nil }
    decoding.stallLimit = plan.request.decoderStallLimit
    let range =
      plan.timeline.sample(ofFrame: frames.lowerBound)..<plan.timeline.sample(ofFrame: frames.upperBound)
    var music = FilmMusic(path: overlay.path)
    (music.volume, music.duck, music.loops) = (volume, 0, false)
    // At the edges as long as a clip's at a cut.
    func edge(_ end: LayerPlan.End?) -> Int {
      min(max(plan.timeline.sample(ofFrame: end?.frames.count ?? 0), SoundPart.edge), range.count / 2)
    }
    music.fadeOut = Double(edge(self.plan.exit)) / Double(FilmTimeline.sampleRate)
    return .init(music: music, decoding: decoding, range: range, rise: edge(self.plan.enter))
  }

  /// Videos and animations that are seen at once at most: each has a decoder of its own.
  private static let mostMoving = 16

  /// - Throws: `FilmError.value` for more videos at once than can be decoded.
  static func check(_ overlays: [PlacedOverlay]) throws(FilmError) {
    let moving = overlays.filter(\.content.isMoving)
    for overlay in moving {
      let count = moving.count { $0.frames.contains(overlay.frames.lowerBound) }
      guard count > mostMoving else { continue }
      throw .value(
        place: "overlays", value: "\(count) videos and animations at once",
        expected: "at most \(mostMoving); pictures have no such bound")
    }
  }

  /// The part of a video to decode from the film's frame `first` on, as far as `last`, exclusive; `nil` for a picture.
  func part(from first: Int, to last: Int, in plan: FilmPlan) -> FilmPart? {
    guard case .video(let info, let video) = content else { return nil }
    let place = first - frames.lowerBound
    let skipped = period.map { place % $0 } ?? place
    let count = min(last - first, (period ?? .max) - skipped)
    var target = ClipTarget(
      size: size, rate: .init(plan.rate.numerator, plan.rate.denominator), fit: .stretch)
    target.planes = plan.color.planes
    var decoding = ClipDecoding(
      ClipConform(info, video, to: target), from: 0, skipping: skipped, count: count,
      isStrict: plan.request.isStrict)
    decoding.stallLimit = plan.request.decoderStallLimit
    decoding.limits = plan.request.drawing.limits
    return FilmPart(
      decoding: decoding, clipStart: 0, firstFrame: first, timeline: plan.timeline,
      reachesEnd: skipped + count == period ?? frames.count, isOverlay: true)
  }
}

/// The overlays of a film while they are shown: each opened when it comes and closed when it is gone.
///
/// **Thread-safety:** one thread asks; `cancel` may be called from any thread.
final class OverlaySources: Sendable {
  private let plan: FilmPlan
  /// The ways of the plan's overlays.
  private let motions: [LayerMotion]
  /// The film's frames that are made.
  private let frames: Range<Int>
  private let pictures: SharedPictures
  private let inputs = OpenInputs<Opened> { if case .video(let reader, _) = $0 { reader } else { nil } }

  private enum Opened {
    case picture(Snapshot)
    /// A video, and the film's frame at which an animation begins again.
    case video(ClipReader, end: Int)
  }

  /// The overlays of the film's `frames`.
  init(_ plan: FilmPlan, _ motions: [LayerMotion], frames: Range<Int>, pictures: SharedPictures) {
    (self.plan, self.motions, self.frames, self.pictures) = (plan, motions, frames, pictures)
  }

  /// The layers over the film's frame `index`, the first at the bottom; each frame is asked for once, in order.
  /// - Throws: `MediaError`, `FilmError.endsEarly`.
  func layers(at index: Int) throws -> [RecipeLayer] {
    for key in inputs.indices where plan.overlays[key].frames.upperBound <= index { inputs.close(key) }
    return try plan.overlays.indices.compactMap { key in
      let overlay = plan.overlays[key]
      guard overlay.frames.contains(index) else { return nil }
      let place = AffineMap.translation(x: Double(overlay.target.x0), y: Double(overlay.target.y0))
      let layer = RecipeLayer(
        .picture(try picture(key, at: index)), transform: place, opacity: overlay.overlay.opacity)
      return motions[key].layer(layer, at: index)
    }
  }

  /// Ends every decoder.
  /// - Returns: warnings about the overlays, each once.
  func close() -> [String] {
    var seen: Set<String> = []
    return inputs.close().filter { seen.insert($0).inserted }
  }

  /// Makes a `layers` that waits, and every later one, fail.
  func cancel() { inputs.cancel() }

  private func picture(_ key: Int, at index: Int) throws -> Snapshot {
    if case .video(_, let end)? = inputs[key], end <= index { inputs.close(key) }
    switch try inputs.input(key, open: { try open(plan.overlays[key], at: index) }) {
    case .picture(let snapshot): return snapshot
    case .video(let reader, _): return FilmPlanes.snapshot(of: try reader.next())
    }
  }

  private func open(_ overlay: PlacedOverlay, at index: Int) throws -> Opened {
    let end = min(overlay.frames.upperBound, frames.upperBound)
    if let part = overlay.part(from: index, to: end, in: plan) {
      return .video(try ClipReader(part, background: .transparent), end: index + part.decoding.count)
    }
    let (path, size, limits) = (
      overlay.overlay.path, overlay.size, plan.request.drawing.limits.keeping(plan.color)
    )
    if case .picture(_, _, let kept?, _, _, _) = overlay.content {
      return .picture(kept.kept(for: plan.color).filling(size, mode: .stretch))
    }
    return .picture(
      try waitForTask { [pictures] in
        try await pictures.fitted(pictures.open(path: path, limits: limits), to: size, mode: .stretch)
      })
  }
}
