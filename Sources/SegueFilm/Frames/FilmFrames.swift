import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions

/// The frames of a film, in ascending or in descending order. Frames that need no drawing are passed on as
/// decoded; other frames are recipes.
///
/// **Thread-safety:** as `FrameSource`. `@unchecked`, since everything except the decoders, which have
/// locks, is confined to the requesting thread.
final class FilmFrames: FrameSource, @unchecked Sendable {
  let frames: Range<Int>
  let repeatsFrames = true
  private let film: ResolvedFilm
  private let sources: OpenClips
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
  private var lastLayers: [BlendedLayer] = []

  init(_ film: ResolvedFilm, frames: Range<Int>, isBackwards: Bool = false) {
    let size = film.plan.size
    self.film = film
    self.frames = frames
    self.isBackwards = isBackwards
    sources = OpenClips(film, frames: frames, isBackwards: isBackwards)
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
    let (clips, timeline) = (film.clips, film.plan.timeline)
    func become(
      _ transition: FilmTransition?, _ span: Range<Int>, _ outgoing: Shown, _ incoming: Shown
    ) -> SourceFrame {
      guard let transition else { preconditionFailure("an overlap needs a transition") }
      let recipe = transition.recipe(index, in: span)
      switch recipe.content {
      case .snapshot(.from): return show(outgoing, over, after: before)
      case .snapshot(.to): return show(incoming, over, after: before)
      default: return draw(recipe, outgoing, incoming, over)
      }
    }
    switch timeline.segment(ofFrame: index) {
    case .hold(let clip): return show(try shown(clips[clip]), over, after: before)
    case .overlap(let clip):
      let next = clips[clip + 1]
      return become(next.transition, timeline.overlaps[clip], try shown(clips[clip]), try shown(next))
    case .opening: return become(film.opening, timeline.opening, backdrop, try shown(clips[0]))
    case .closing:
      return become(film.closing, timeline.closing, try shown(clips[clips.count - 1]), backdrop)
    }
  }

  /// The picture of a frame, and its clip; the background has no clip.
  private typealias Shown = (content: FrameContent, clip: LoadedClip?)

  private func shown(_ clip: LoadedClip) throws -> Shown {
    (try sources.content(clip.planned, frame: index), clip)
  }

  func cancel() {
    sources.cancel()
    for layer in layers { layer.painter.cancel() }
  }

  func close() -> [Notice] {
    for layer in layers { notices.add(layer.painter.close()) }
    return sources.close() + notices
  }

  /// The layers over the current frame. Closes the layers that have ended.
  private func cover() throws -> [BlendedLayer] {
    for (layer, painter) in layers
    where isBackwards ? layer.span.lowerBound == index + 1 : layer.span.upperBound == index {
      notices.add(painter.close())
    }
    return try layers.filter { $0.layer.span.contains(index) }.flatMap { layer, painter in
      try painter.layers(at: index).map { BlendedLayer(layer: $0, blend: layer.blend) }
    }
  }

  private func show(
    _ shown: Shown, _ over: [BlendedLayer], after before: LoadedClip?
  ) -> SourceFrame {
    switch shown.content {
    case .decoded(let frame) where over.isEmpty && isUnfiltered(shown.clip): return .ready(stored(frame))
    case .picture(_, isStill: true) where film.filters?.isConstant != false:
      guard let clip = shown.clip, clip.filters?.isConstant != false else { break }
      still = clip
      if before === clip, over == lastLayers { return .again }
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

  /// The frame that `recipe` makes of both clips, with the layers `over` it.
  private func draw(
    _ recipe: Recipe, _ outgoing: Shown, _ incoming: Shown, _ over: [BlendedLayer]
  ) -> SourceFrame {
    let from = snapshot(of: outgoing.content)
    let to = recipe == .snapshot(.from) ? from : snapshot(of: incoming.content)
    let recipe = recipe.replacingSnapshots { role in
      let (content, clip) = role == .from ? outgoing : incoming
      let picture = if case .moving(let moving) = content { moving } else { Recipe.snapshot(role) }
      return filtered(picture, clip)
    }
    let whole = finished(recipe, isOpaque: from.isOpaque && to.isOpaque)
    var request = FrameRequest(whole.covered(by: over, over: ground), outgoing: from, incoming: to)
    request.color = film.format.color.encoding
    return .draw(request)
  }

  /// The recipe of the frame over the background, with the film's filters.
  private func finished(_ recipe: Recipe, isOpaque: Bool) -> Recipe {
    let whole = recipe.over(background, snapshotsAreOpaque: isOpaque)
    return (film.filters?.recipe(of: whole, at: index) ?? whole).over(ground, snapshotsAreOpaque: isOpaque)
  }

  private func filtered(_ picture: Recipe, _ clip: LoadedClip?) -> Recipe {
    clip?.filters?.recipe(of: picture, at: index) ?? picture
  }

  /// Whether an opaque picture of `clip` is unchanged by all filters.
  private func isUnfiltered(_ clip: LoadedClip?) -> Bool {
    finished(filtered(.snapshot(.from), clip), isOpaque: true) == .snapshot(.from)
  }

  /// The background below an already composed frame. A translucent background becomes transparent,
  /// since blending it twice would make it denser.
  private var ground: RGBAColor { background.isOpaque ? background : .transparent }

  private func snapshot(of content: FrameContent) -> Snapshot {
    switch content {
    case .decoded(let frame): frame.snapshot
    case .picture(let snapshot, _): snapshot
    case .moving: blank
    }
  }
}

struct FilmTransition: Sendable {
  var transition: any Transition
  let motion: FittedMotion
  var context: TransitionContext

  /// The recipe of film frame `index` in `frames`: progress 0 on the first frame, 1 on the last.
  func recipe(_ index: Int, in frames: Range<Int>) -> Recipe {
    transition.endpointExactRecipe(at: motion.progress(ofFrame: index, in: frames), in: context)
  }
}
