import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions

/// The frames of a film, in ascending or in descending order. Frames that need no drawing are passed on as decoded;
/// others are recipes.
///
/// **Thread-safety:** as `FrameSource`. `@unchecked`, since everything except the decoders, which have
/// locks, is confined to the requesting thread.
final class FilmFrames: FrameSource, @unchecked Sendable {
  let frames: Range<Int>
  let repeatsFrames = true
  private let film: ResolvedFilm
  private let sources: FilmSources
  private let layers: [(layer: any Layer, painter: any LayerPainter)]
  /// The notices about layers that have ended.
  private var notices: [Notice] = []
  private let background: RGBAColor
  private let pool: ClipFramePool
  /// The placeholder for an unused picture.
  private let blank: Snapshot
  /// The background before and after the film.
  private let backdrop: Shown
  private let isBackwards: Bool
  private var index: Int
  /// The clip whose still picture the previous frame showed, and the layers of that frame.
  private var still: LoadedClip?
  private var lastLayers: [FilmCoverLayer] = []

  init(_ film: ResolvedFilm, frames: Range<Int>, isBackwards: Bool = false) {
    let size = film.plan.size
    self.film = film
    self.frames = frames
    self.isBackwards = isBackwards
    sources = FilmSources(film, frames: frames, isBackwards: isBackwards)
    layers = film.layers.filter { $0.span.overlaps(frames) }.map { ($0, $0.open(frames)) }
    background = film.format.backdrop.color
    pool = ClipFramePool(size: size, format: film.format.pixels)
    blank = Snapshot(PixelBuffer(size: size, color: .black))
    backdrop = (.picture(Snapshot(PixelBuffer(size: size, color: background)), isStill: true), nil)
    index = isBackwards ? frames.upperBound - 1 : frames.lowerBound
  }

  func next() throws -> SourceFrame {
    defer { index += isBackwards ? -1 : 1 }
    let before = still
    still = nil
    try sources.prepare(for: index)
    let over = try cover()
    defer { lastLayers = over }
    switch film.plan.timeline.segment(ofFrame: index) {
    case .hold(let clip):
      return show(try shown(film.clips[clip]), over, after: before)
    case .overlap(let clip):
      let (outgoing, incoming) = (film.clips[clip], film.clips[clip + 1])
      return try become(
        incoming.junction, try shown(outgoing), try shown(incoming), over, after: before)
    case .opening:
      return try become(film.opening, backdrop, try shown(film.clips[0]), over, after: before)
    case .closing:
      let last = film.clips[film.clips.count - 1]
      return try become(film.closing, try shown(last), backdrop, over, after: before)
    }
  }

  /// The picture of a frame, and its clip; `nil` for the background.
  private typealias Shown = (look: FilmLook, clip: LoadedClip?)

  private func shown(_ clip: LoadedClip) throws -> Shown {
    (try sources.look(clip.planned, frame: index), clip)
  }

  private func become(
    _ junction: LoadedJunction?, _ outgoing: Shown, _ incoming: Shown, _ over: [FilmCoverLayer],
    after before: LoadedClip?
  ) throws -> SourceFrame {
    guard let junction, let transition = junction.transition else {
      preconditionFailure("an overlap needs a transition")
    }
    let recipe = transition.recipe(index, in: junction.planned.frames)
    switch recipe.content {
    case .snapshot(.from): return show(outgoing, over, after: before)
    case .snapshot(.to): return show(incoming, over, after: before)
    default: return draw(recipe, outgoing, incoming, over)
    }
  }

  func cancel() {
    sources.cancel()
    for layer in layers { layer.painter.cancel() }
  }

  func close() -> [Notice] {
    for layer in layers { notices.add(layer.painter.close()) }
    return sources.close() + notices
  }

  /// The layers over the current frame. Those that have ended are closed.
  private func cover() throws -> [FilmCoverLayer] {
    for (layer, painter) in layers
    where isBackwards ? layer.span.lowerBound == index + 1 : layer.span.upperBound == index {
      notices.add(painter.close())
    }
    return try layers.filter { $0.layer.span.contains(index) }.flatMap { layer, painter in
      try painter.layers(at: index).map { FilmCoverLayer(layer: $0, blend: layer.blend) }
    }
  }

  private func show(
    _ shown: Shown, _ over: [FilmCoverLayer], after before: LoadedClip?
  ) -> SourceFrame {
    switch shown.look {
    case .decoded(let frame) where over.isEmpty && finished(shown.clip) == .snapshot(.from):
      return .ready(stored(frame))
    case .picture(_, isStill: true) where shown.clip.map(film.filters.areSteady) == true:
      still = shown.clip
      if before === shown.clip, over == lastLayers { return .again }
    default: break
    }
    return draw(.snapshot(.from), shown, shown, over)
  }

  private func stored(_ frame: ClipFrame) -> VideoFrame {
    if frame.format == pool.format { return frame.frame() }
    let pixels = pool.frame()
    pixels.write(frame.frame())
    return pixels.frame()
  }

  /// The frame of `recipe` with both clips.
  private func draw(
    _ recipe: Recipe, _ outgoing: Shown, _ incoming: Shown, _ over: [FilmCoverLayer]
  ) -> SourceFrame {
    let from = snapshot(of: outgoing.look)
    let to = recipe == .snapshot(.from) ? from : snapshot(of: incoming.look)
    let recipe = recipe.replacingSnapshots { role in
      let (look, clip) = role == .from ? outgoing : incoming
      let picture = if case .moving(let moving) = look { moving } else { Recipe.snapshot(role) }
      return film.filters.picture(picture, of: clip, at: index)
    }
    let whole = finished(recipe, isOpaque: from.isOpaque && to.isOpaque)
    var request = FrameRequest(whole.covered(by: over, over: ground), outgoing: from, incoming: to)
    request.color = film.format.color.encoding
    return .draw(request)
  }

  /// The frame over the background, with the film's filter.
  private func finished(_ recipe: Recipe, isOpaque: Bool) -> Recipe {
    let whole = recipe.over(background, snapshotsAreOpaque: isOpaque)
    return film.filters.frame(whole, at: index).over(ground, snapshotsAreOpaque: isOpaque)
  }

  /// The background below an already composed frame. A translucent background becomes transparent,
  /// since blending it twice would make it denser.
  private var ground: RGBAColor { background.isOpaque ? background : .transparent }

  /// An opaque picture of a clip with all filters.
  private func finished(_ clip: LoadedClip?) -> Recipe {
    finished(film.filters.picture(.snapshot(.from), of: clip, at: index), isOpaque: true)
  }

  private func snapshot(of look: FilmLook) -> Snapshot {
    switch look {
    case .decoded(let frame): frame.snapshot
    case .picture(let snapshot, _): snapshot
    case .moving: blank
    }
  }
}

struct FilmTransition: Sendable {
  var transition: any Transition
  let timing: TimingCurve
  var context: TransitionContext
  let rate: FrameRate

  /// The recipe of film frame `index` in `frames`: progress 0 on the first frame, 1 on the last.
  func recipe(_ index: Int, in frames: Range<Int>) -> Recipe {
    transition.endpointExactRecipe(at: progress(index, in: frames), in: context)
  }

  func progress(_ index: Int, in frames: Range<Int>) -> Double {
    if frames.count < 2 || index == frames.lowerBound { return 0 }
    if index == frames.upperBound - 1 { return 1 }
    let overlap = rate.time(ofFrame: frames.count - 1)
    let function = timing.function(over: overlap)
    // A spring with a set duration is scaled to the overlap.
    return function.progress(
      at: rate.time(ofFrame: index - frames.lowerBound) * (function.duration / overlap))
  }
}
