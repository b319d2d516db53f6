import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions

/// Loads the transitions of a film and of its layers, and collects notices.
struct FilmLoader {
  let plan: FilmPlan
  /// The format in which the film is drawn.
  let format: FrameFormat
  let pictures: SharedPictures
  var probes = LayerProbes()
  var notices: [Notice] = []
  var nestedNotices: [Notice] = []

  /// The limits of decoding, with the depth in which the film is drawn.
  var limits: DecodingLimits { plan.request.drawing.limits.keeping(format.color.depth.pixels) }

  mutating func loaded(_ clip: ResolvedClip) async throws -> LoadedClip {
    var transition: FilmTransition?
    if let junction = clip.junction {
      transition = try await self.transition(junction, "\(junction.place).transition")
    }
    let filters = try await FilmFilters(clip.filters, over: clip.frames, plan.size, limits)
    return LoadedClip(clip, transition, filters)
  }

  mutating func transition(_ junction: ResolvedJunction, _ place: String) async throws -> FilmTransition? {
    try await transition(junction.transition, junction.frames, place)
  }

  /// The transition of `junction` over `frames` of the film; `nil` for a cut.
  /// - Parameters:
  ///   - layer: the layer's side of the transition, whose other side is empty; `nil` between two clips.
  ///   - size: the size of the frames; `nil` means the film's.
  private mutating func transition(
    _ junction: FilmPlan.Junction, _ frames: Range<Int>, _ place: String, layer: SnapshotRole? = nil,
    size: ImageSize? = nil
  ) async throws -> FilmTransition? {
    guard var prepared = junction.prepared, !frames.isEmpty else { return nil }
    let size = size ?? plan.size
    var output = plan.request.output
    output.depth = format.color.depth
    let loader = SceneLoader(
      output, plan.request.drawing, needsEvenSize: true,
      stretchesTextures: prepared.stretchesTextures, pictures: pictures)
    let (textures, decoded) = try await loader.textures(prepared.textures, size: size)
    notices += decoded.at(Place(place))
    try await prepared.load(limits: limits)
    let made = try prepared.make(textures: textures)
    let transition =
      if let layer { try await probes.moving(made, layer, plan.request.drawing) } else { made }
    let timing = junction.timing ?? transition.timing
    try Kind<TimingCurve>.curve.check(timing, "\(place).timing")
    let motion = FittedMotion(timing, junction.timeline?.run, rate: plan.rate)
    let progresses = prepared.filters.isEmpty ? [] : frames.map { motion.progress(ofFrame: $0, in: frames) }
    let filtered = try prepared.filtered(transition, size: size, progresses: progresses)
    notices.add(prepared.filters.notices(size: size, plan.request.drawing.names))
    return FilmTransition(
      transition: filtered, motion: motion, context: TransitionContext(containerSize: size))
  }

  /// The entrance (`to`) or the exit of a layer, drawn in frames of `size`; `nil` means the film's
  /// size.
  mutating func transition(
    _ end: LayerPlan.End?, _ role: SnapshotRole, _ area: LayerArea, _ size: ImageSize?,
    _ place: Place
  ) async throws -> FilmTransition? {
    guard let end else { return nil }
    let name = role == .to ? "enter" : "exit"
    if area == .box, end.junction.prepared?.needsOpenGL == true {
      throw FilmError.value(
        place: place.text("within"), value: "box",
        expected: "frame, since the shader of \(name) is drawn in the whole frame")
    }
    return try await transition(
      end.junction, end.span, "\(place.path ?? "").\(name)", layer: role, size: size)
  }

  /// The motion of a layer. Its picture has `size`; its centre without motion is `rest`.
  /// - Parameters:
  ///   - clip: the clip that has the layer; `nil` for the film.
  ///   - center: returns the layer's centre in pixels for a place in the frame.
  mutating func motion(
    of layer: some FilmLayer, _ planned: LayerPlan, ofClip clip: Int? = nil, _ size: ImageSize,
    at rest: (x: Double, y: Double), _ place: Place,
    center: (FilmTitle.Place) -> (x: Double, y: Double)
  ) async throws -> LayerMotion {
    let clock = LayerClock(
      rate: plan.rate, frames: clip.map { plan.timeline.clips[$0] } ?? 0..<plan.timeline.forwardCount)
    let path = try await plan.request.inFile {
      try LayerPath(layer, at: rest, in: plan.size, clock, place.path ?? "", center: center)
    }
    let size = layer.within == .box ? size : nil
    return LayerMotion(
      plan: planned, enter: try await transition(planned.enter, .to, layer.within, size, place),
      exit: try await transition(planned.exit, .from, layer.within, size, place),
      box: box(layer.within), path: path)
  }

  func box(_ area: LayerArea) -> BoxPainter? {
    area == .box ? BoxPainter(color: format.color, threads: plan.request.drawing.threads) : nil
  }
}
