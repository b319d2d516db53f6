import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueTransitions

/// Makes the film's frames in order: what needs no drawing passes through as it was decoded, everything else goes to one
/// renderer that is kept for the whole film and made when the first frame needs it.
///
/// **Thread-safety:** for one thread.
final class FilmPainter {
  private let plan: FilmPlan
  private let frames: Range<Int>
  private let sources: FilmSources
  private let preparation: FilmPreparation
  private let makeRenderer: () throws -> any Renderer
  private let send: (VideoFrame) -> Bool
  private let background: RGBAColor
  /// Pictures of a frame that needs none.
  private let blank: Snapshot
  private var renderer: (any Renderer)?
  /// Frames that were made and not sent, in order; those that are drawn are with the renderer.
  private var pending: [Pending] = []
  private var drawing = 0
  /// The planes of a clip that stands still, for as long as it is shown.
  private var still: (clip: Int, planes: ClipFrame)?
  private let pool: ClipFramePool
  /// The film's frame that is being made.
  private var frame = 0
  /// The titles over the frame that is being made.
  private var over: [RecipeLayer] = []
  private var isStopped = false

  private enum Pending {
    case ready(VideoFrame)
    case drawn
  }

  /// - Parameters:
  ///   - frames: the film's frames that are made.
  ///   - send: takes a frame; `false` when no more are wanted.
  init(
    _ plan: FilmPlan, frames: Range<Int>, _ sources: FilmSources, _ preparation: FilmPreparation,
    makeRenderer: @escaping () throws -> any Renderer, send: @escaping (VideoFrame) -> Bool
  ) {
    (self.plan, self.frames, self.sources) = (plan, frames, sources)
    self.preparation = preparation
    (self.makeRenderer, self.send) = (makeRenderer, send)
    background = plan.request.render.background ?? .black
    blank = Snapshot(PixelBuffer(size: plan.size, color: .black))
    pool = ClipFramePool(size: plan.size, format: .yuv420p)
  }

  /// What drew; `nil` where nothing was drawn.
  var info: RendererInfo? { renderer?.info }
  /// Where the renderer's time went.
  var statistics: RendererStatistics { renderer?.statistics ?? RendererStatistics() }
  /// What happened to the device.
  var incidents: [String] { renderer?.incidents ?? [] }

  /// Makes every frame.
  /// - Throws: `MediaError`, `RenderError`.
  func paint() throws {
    for frame in frames where !isStopped {
      self.frame = frame
      try sources.prepare(for: frame)
      over = preparation.titles.compactMap { $0.layer(at: frame) }
      switch plan.timeline.segment(ofFrame: frame) {
      case .hold(let clip): try show(try sources.look(clip, frame: frame), of: clip)
      case .overlap(let clip):
        let outgoing = try sources.look(clip, frame: frame)
        let incoming = try sources.look(clip + 1, frame: frame)
        let overlap = plan.timeline.overlaps[clip]
        guard let transition = preparation.transitions[clip] else {
          preconditionFailure("a cut has no frames")
        }
        let recipe = transition.recipe(frame - overlap.lowerBound, of: overlap.count)
        switch recipe {
        case .snapshot(.from): try show(outgoing, of: clip)
        case .snapshot(.to): try show(incoming, of: clip + 1)
        default: try draw(recipe, (outgoing, clip), (incoming, clip + 1))
        }
      }
    }
    while !pending.isEmpty, !isStopped { try deliver() }
  }

  /// Gives the renderer back.
  func close() {
    for case .ready(let frame) in pending { frame.release() }
    pending = []
    renderer?.close()
  }

  /// One clip alone.
  private func show(_ look: FilmLook, of clip: Int) throws {
    switch look {
    case .planes(let planes) where over.isEmpty && finished(clip, isOpaque: true) == .snapshot(.from):
      try add(planes.frame())
    case .picture(let snapshot, isStill: true)
    where over.isEmpty && preparation.filters.areSteady(inClip: clip):
      if still?.clip != clip { still = (clip, try planes(of: snapshot, clip)) }
      if let planes = still?.planes { try add(planes.frame()) }
    default: try draw(.snapshot(.from), (look, clip), (look, clip))
    }
  }

  /// Both clips, as `recipe` says.
  private func draw(
    _ recipe: Recipe, _ outgoing: (look: FilmLook, clip: Int), _ incoming: (look: FilmLook, clip: Int)
  ) throws {
    let from = snapshot(of: outgoing.look)
    let to = recipe == .snapshot(.from) ? from : snapshot(of: incoming.look)
    let recipe = recipe.replacingSnapshots { role in
      let (look, clip) = role == .from ? outgoing : incoming
      let picture = if case .moving(let moving) = look { moving } else { Recipe.snapshot(role) }
      return preparation.filters.picture(picture, ofClip: clip, at: frame)
    }
    try submit(finished(recipe, isOpaque: from.isOpaque && to.isOpaque), outgoing: from, incoming: to)
  }

  /// What fills the frame, over the background and through the film's filters.
  private func finished(_ recipe: Recipe, isOpaque: Bool) -> Recipe {
    let whole = recipe.over(background, snapshotsAreOpaque: isOpaque)
    return preparation.filters.frame(whole, at: frame).over(background, snapshotsAreOpaque: isOpaque)
  }

  /// A clip's picture through its filters, finished.
  private func finished(_ clip: Int, isOpaque: Bool) -> Recipe {
    finished(
      preparation.filters.picture(.snapshot(.from), ofClip: clip, at: frame), isOpaque: isOpaque)
  }

  private func snapshot(of look: FilmLook) -> Snapshot {
    switch look {
    case .planes(let frame): FilmPlanes.snapshot(of: frame)
    case .picture(let snapshot, _): snapshot
    case .moving: blank
    }
  }

  /// The planes of the picture of a clip that stands still.
  private func planes(of snapshot: Snapshot, _ clip: Int) throws -> ClipFrame {
    while drawing > 0, !isStopped { try deliver() }
    let renderer = try theRenderer()
    let recipe = finished(clip, isOpaque: snapshot.isOpaque)
    try renderer.submit(FrameRequest(recipe, outgoing: snapshot, incoming: snapshot))
    let drawn = try renderer.receive()
    defer { drawn.release() }
    let planes = pool.frame()
    planes.bytes.copyMemory(from: drawn.bytes)
    return planes
  }

  private func theRenderer() throws -> any Renderer {
    if let renderer { return renderer }
    let made = try makeRenderer()
    renderer = made
    return made
  }

  private func submit(_ recipe: Recipe, outgoing: Snapshot, incoming: Snapshot) throws {
    let titled = over.isEmpty ? recipe : .stack([RecipeLayer(recipe)] + over, background: background)
    let renderer = try theRenderer()
    while drawing >= renderer.depth, !isStopped { try deliver() }
    if isStopped { return }
    try renderer.submit(FrameRequest(titled, outgoing: outgoing, incoming: incoming))
    drawing += 1
    pending.append(.drawn)
  }

  private func add(_ frame: VideoFrame) throws {
    pending.append(.ready(frame))
    // What waits behind frames that are being drawn is bounded.
    while pending.count > max(1, drawing), !isStopped { try deliver() }
  }

  /// Sends the oldest frame.
  private func deliver() throws {
    let frame: VideoFrame
    switch pending.removeFirst() {
    case .ready(let made): frame = made
    case .drawn:
      guard let renderer else { preconditionFailure("a frame was drawn by a renderer") }
      frame = try renderer.receive()
      drawing -= 1
    }
    if send(frame) { return }
    frame.release()
    isStopped = true
  }
}

/// The transition of a junction with its curve.
///
/// **Thread-safety:** a value.
struct FilmTransition: Sendable {
  var transition: any Transition
  let timing: TimingCurve
  let context: TransitionContext
  let rate: FrameRate

  /// The recipe of frame `index` of `count`: the first shows progress 0, the last 1.
  func recipe(_ index: Int, of count: Int) -> Recipe {
    transition.endpointExactRecipe(at: progress(index, of: count), in: context)
  }

  /// The progress of frame `index` of `count`.
  func progress(_ index: Int, of count: Int) -> Double {
    if count < 2 || index == 0 { return 0 }
    if index == count - 1 { return 1 }
    let overlap = rate.time(ofFrame: count - 1)
    let function = timing.function(over: overlap)
    // A spring with a duration of its own is fitted into the overlap.
    return function.progress(at: rate.time(ofFrame: index) * (function.duration / overlap))
  }
}
