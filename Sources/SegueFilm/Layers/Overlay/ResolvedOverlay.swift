import SegueFields
import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSound
import SegueSystem

/// An overlay in whole frames and pixels.
final class ResolvedOverlay: ResolvedLayer {
  private let probed: ProbedOverlay
  /// The shown part of the source; `nil` for a still.
  let part: OverlayPart?
  let plan: LayerPlan
  /// The rectangle in the frame, in pixels; it may exceed the frame.
  let target: PixelRect
  let style: OverlayStyle
  /// The exact length of a loop in frames; `nil` without looping.
  let period: Ratio?
  let notices: [Notice]

  var overlay: FilmOverlay { probed.requested.content }
  var place: String { probed.requested.place }
  var content: OverlayContent { probed.content }
  var filters: RequestFilters { probed.requested.filters }
  var frames: Range<Int> { plan.frames }
  var size: ImageSize { style.size }

  /// Places an overlay in the film's `frames`, or in fewer frames if its source ends earlier.
  /// - Parameter step: the step in pixels to which the corner is snapped. It is 2 for an opaque film, since
  ///   an edge inside a 4:2:0 chroma sample would bleed. All formats of a film use the same step.
  /// - Throws: `FilmError.value` for an overlay above the maximum picture size.
  init(
    _ probed: ProbedOverlay, _ part: OverlayPart?, frames whole: Range<Int>, rate: FrameRate, size: ImageSize,
    step: Int
  ) throws {
    let (overlay, content) = (probed.requested.content, probed.content)
    self.probed = probed
    self.part = part
    let name = overlay.displayName
    var (frames, notices): (Range<Int>, [Notice]) = (whole, [])
    let repeats = overlay.loops ?? content.isAnimation
    period = repeats ? part?.period : nil
    if let length = part?.length, !repeats, length < frames.count {
      if overlay.end != nil {
        let end = DecimalText.text(rate.time(ofFrame: frames.lowerBound + length))
        notices.append(Notice(of: "end", "\(name) runs out of frames, so it disappears at \(end) s"))
      }
      frames = frames.lowerBound..<(frames.lowerBound + length)
    }
    notices += (part?.notices ?? []) + overlay.notices(on: content).at(.named(name))
    if case .media(.video(let info, _)) = content {
      notices += info.fileSentences.map { Notice(at: .named(name), $0) }
    }
    plan = LayerPlan(probed.requested, frames: frames, rate: rate)
    self.notices = (notices + plan.notices(probed.requested, rate)).at(Place(probed.requested.place))
    // 4:2:0 planes require even sides.
    let shown = overlay.size(of: content, in: size, step: content.isMoving ? 2 : 1)
    guard max(shown.width, shown.height) <= ImageSize.largestSide else {
      throw FilmError.value(
        place: "the size of \(name)", value: "\(shown) pixels",
        expected: "at most \(ImageSize.largestSide) pixels per side")
    }
    let (x, y) = overlay.corner(of: shown, in: size, step: step)
    target = PixelRect(x0: x, y0: y, x1: x + shown.width, y1: y + shown.height)
    style = OverlayStyle(overlay, size: shown, frameWidth: Double(size.width))
  }

  func load(by loader: inout FilmLoader) async throws -> (any Layer)? {
    let plan = loader.plan
    let bounds = style.bounds(target)
    let name = probed.requested.errorPlace
    let drawnSize = ImageSize(width: bounds.width, height: bounds.height)
    let motion = try await loader.motion(of: overlay, self.plan, drawnSize, at: center, name) {
      center(at: $0, in: plan.size)
    }
    let filters = try await FilmFilters(filters, over: frames, size, loader.limits)
    var film: ResolvedFilm?
    if case .film(let nested) = content {
      // The nested film is drawn in the outer film's pixel format: RGBA or planes.
      let format = nested.standardFormat(isRGBA: loader.format.pixels.isRGBA, keepsTransparency: true)
      let loaded = try await ResolvedFilm(nested, as: format, pictures: loader.pictures)
      loader.nestedNotices += loaded.notices.at(Place(place, named: overlay.source.text))
      film = loaded
    }
    return OverlayLayer(
      overlay: self, motion: motion, filters: filters, film: film, plan: plan, format: loader.format,
      pictures: loader.pictures)
  }

  func add(to report: inout FilmReport) {
    let row = FilmReport.Overlay(
      source: overlay.source.text, start: frames.lowerBound, end: frames.upperBound,
      enter: plan.enter?.report, exit: plan.exit?.report, within: overlay.reportedArea,
      keyframes: overlay.reportedKeyframes, rectangle: [target.x0, target.y0, target.width, target.height],
      settings: overlay.settings.isEmpty ? nil : overlay.settings)
    report.overlays = (report.overlays ?? []) + [row]
  }

  private var fit: Fit { overlay.isCut ? .cover : .stretch }

  var center: (x: Double, y: Double) {
    (Double(target.x0 + target.x1) / 2, Double(target.y0 + target.y1) / 2)
  }

  func center(at place: FilmTitle.Place, in frame: ImageSize) -> (x: Double, y: Double) {
    let (width, height) = (Double(size.width), Double(size.height))
    return (
      overlay.offset(Double(frame.width) - width, place.horizontal, in: frame) + width / 2,
      overlay.offset(Double(frame.height) - height, place.vertical, in: frame) + height / 2
    )
  }

  /// Whether the overlay is audible. A nested film's sound is dropped at any speed other than 1.
  var isHeard: Bool {
    guard overlay.volume != nil, content.hasSound else { return false }
    guard let speedMap = part?.speedMap else { return true }
    return if case .film = content { speedMap.speed.constant == 1 } else { speedMap.speed.constant != nil }
  }

  private func soundSource(in plan: FilmPlan, _ film: ResolvedFilm?) -> SoundMix.Source? {
    guard isHeard else { return nil }
    if var mix = film?.mix {
      let start = ((part?.soundStart ?? 0) * Ratio(SoundDecoding.sampleRate)).rounded
      mix.part = min(start, mix.count)..<mix.count
      return .mix(mix, name: overlay.source.text)
    }
    guard case .media(.video(let info, _)) = content,
      var decoding = SoundDecoding(
        info, from: part?.soundStart ?? 0, tempo: part?.speedMap?.speed.constant ?? 1,
        isStrict: plan.request.isStrict)
    else { return nil }
    decoding.stallLimit = plan.request.decoderStallLimit
    return .file(decoding)
  }

  func sound(in plan: FilmPlan, _ film: ResolvedFilm?) -> SoundMix.Track? {
    guard let volume = overlay.volume, let source = soundSource(in: plan, film) else { return nil }
    func sample(_ frame: Int) -> Int { plan.timeline.sample(ofFrame: frame) }
    let range = sample(frames.lowerBound)..<sample(frames.upperBound)
    // At a cut, the fade has the length of a clip's fade at a cut.
    func edge(_ end: LayerPlan.End?) -> Int {
      min(max(sample(end?.frames.count ?? 0), SoundPart.edge), range.count / 2)
    }
    var sound = SoundMix.Track(
      source, range: range, role: .overlay, volume: volume, rise: edge(self.plan.enter),
      fadeOut: Double(edge(self.plan.exit)) / Double(SoundDecoding.sampleRate))
    if period != nil, overlay.loops == true {
      let passes = sequence(first: pass(at: 0)) { self.pass(at: $0.upperBound) }
      sound.passes = passes.prefix { $0.lowerBound < frames.count }.map {
        sample(frames.lowerBound + $0.upperBound) - sample(frames.lowerBound + $0.lowerBound)
      }
    }
    return sound
  }

  /// The frames of the pass that contains frame `place`, both counted from the overlay's first frame. Each
  /// pass begins with the frame nearest to its exact time.
  func pass(at place: Int) -> Range<Int> {
    guard let period else { return 0..<(part?.length ?? frames.count) }
    let number = ((Ratio(place) + Ratio(1, 2)) / period).ceiling - 1
    return (Ratio(number) * period).rounded..<(Ratio(number + 1) * period).rounded
  }

  /// The maximum number of videos and animations at a time, since each needs a decoder.
  static let maximumMoving = 16

  /// - Throws: `FilmError.value` for too many videos at a time.
  static func check(_ overlays: [ResolvedOverlay]) throws(FilmError) {
    let moving = overlays.filter(\.content.isMoving)
    for overlay in moving {
      let count = moving.count { $0.frames.contains(overlay.frames.lowerBound) }
      guard count > maximumMoving else { continue }
      throw .value(
        place: "overlays", value: "\(count) videos and animations at once",
        expected: "at most \(maximumMoving); still pictures are not limited")
    }
  }

  /// The part of a video to decode from film frame `first` up to `last`, exclusive; `nil` for other
  /// sources.
  func part(from first: Int, to last: Int, in plan: FilmPlan, as format: FrameFormat) -> ClipPart? {
    guard case .media(.video(let info, let video)) = content, let part else { return nil }
    let place = first - frames.lowerBound
    let pass = pass(at: place)
    let skipped = place - pass.lowerBound
    let count = min(last - first, pass.upperBound - place)
    let picked = part.speedMap.map { speedMap in
      SourceSpan(of: (skipped..<skipped + count).map(speedMap.pick), rate: video.nominalRate)
    }
    let span =
      picked ?? SourceSpan(rate: plan.rate.ratio, start: part.start, first: skipped, count: count)
    var shown = ClipPart(
      info, video, span, framing: overlay.clip.framing, fit: fit, size: size, from: part.soundStart,
      firstFrame: first, reachesEnd: place + count == pass.upperBound, in: plan, as: format)
    shown.isOverlay = true
    return shown
  }

  /// `picture`, cropped and scaled to the overlay's size.
  func fitted(_ picture: Snapshot) -> Snapshot {
    picture.framed(overlay.clip.framing).filling(size, fit: fit)
  }

  /// The picture of a still overlay.
  /// - Throws: `SystemError`.
  func still(in plan: FilmPlan, as format: FrameFormat, _ pictures: SharedPictures) throws -> Snapshot {
    let (framing, fit) = (overlay.clip.framing, fit)
    switch content {
    case .fill(let gradient):
      return .gradient(
        gradient.colors, degrees: gradient.degrees, size: size, depth: format.color.depth.pixels)
    case .media(.picture(_, _, let kept?, _, _, _)): return fitted(kept.converted(for: format.color))
    case .media, .film:
      let limits = plan.request.drawing.limits.keeping(format.color)
      return try waitForTask { [self, path = overlay.source.text] in
        if framing.isWhole {
          return try await pictures.fitted(pictures.open(path: path, limits: limits), to: size, fit: fit)
        }
        return fitted(try await pictures.snapshot(pictures.open(path: path, limits: limits)))
      }
    }
  }
}

extension FilmOverlay {
  /// Whether the picture is cropped to another aspect ratio.
  var isCut: Bool { height != nil || shape == .circle }

  /// The size of `content` in frames of `size`, a multiple of `step` pixels.
  func size(of content: OverlayContent, in size: ImageSize, step: Int) -> ImageSize {
    let natural = content.size.map(clip.framing.applied) ?? size
    let width = self.size * Double(size.width)
    let own = width * Double(natural.height) / Double(natural.width)
    let height = shape == .circle ? width : self.height.map { $0 * Double(size.height) } ?? own
    func side(_ length: Double) -> Int {
      max(step, Int(limiting: (length / Double(step)).rounded()) * step)
    }
    return ImageSize(width: side(width), height: side(height))
  }

  /// The top left corner in frames of `size`, a multiple of `step` pixels.
  func corner(of shown: ImageSize, in size: ImageSize, step: Int) -> (x: Int, y: Int) {
    let box = (width: Double(shown.width), height: Double(shown.height))
    let rest = (
      x: offset(Double(size.width) - box.width, place.horizontal, in: size),
      y: offset(Double(size.height) - box.height, place.vertical, in: size)
    )
    let exact = corner(of: box, in: size, or: rest)
    func snapped(_ start: Double) -> Int { Int(limiting: (start / Double(step)).rounded()) * step }
    return (snapped(exact.x), snapped(exact.y))
  }

  /// The notices about settings without effect on `content`, and about losses in its sound.
  func notices(on content: OverlayContent) -> [Notice] {
    var notices = Self.fields.notes(on: self, in: content)
    guard volume != nil else { return notices }
    if case .film = content, content.hasSound, speed.map({ Double($0) != 1 }) == true {
      notices.append(Notice(.loss, of: "speed", "its sound is left out, since its speed is not 1"))
    }
    if case .media(.video(let info, _)) = content {
      notices += [info.audio?.mixingSentence(into: .stereo), track == nil ? info.monoTracksSentence : nil]
        .compactMap { $0.map { Notice(.loss, $0) } }
    }
    return notices
  }

  /// The offset of a layer if `share` of the `free` pixels is before it.
  fileprivate func offset(_ free: Double, _ share: Double, in frame: ImageSize) -> Double {
    let margin = margin * Double(frame.width)
    return margin + (free - 2 * margin) * share
  }
}
