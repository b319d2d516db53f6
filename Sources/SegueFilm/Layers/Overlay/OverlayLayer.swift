import SegueFields
import SegueImaging
import SegueRendering
import SegueRun
import SegueSound
import SegueSystem

struct OverlayLayer: Layer {
  let overlay: ResolvedOverlay
  let motion: LayerMotion
  let filters: FilmFilters?
  /// The nested film; `nil` for other content.
  let film: ResolvedFilm?
  let plan: FilmPlan
  let format: FrameFormat
  let pictures: SharedPictures

  var span: Range<Int> { overlay.frames }
  var coverWords: String { "an overlay covers" }
  var blend: BlendMode { overlay.overlay.blend }
  var sound: SoundMix.Track? { overlay.sound(in: plan, film) }

  func open(_ frames: Range<Int>) -> any LayerPainter { OverlayLayerPainter(self, frames) }

  func fingerprint(of frames: Range<Int>, _ chunk: ChunkFingerprint) throws -> String? {
    let requested = overlay.overlay
    let shown = span.clamped(to: frames)
    // A chunk that reaches the next pass shows the source from its beginning, too.
    let next = span.lowerBound + overlay.pass(at: shown.lowerBound - span.lowerBound).upperBound
    let parts = [shown.lowerBound, next].filter { $0 < shown.upperBound }
      .compactMap { overlay.part(from: $0, to: shown.upperBound, in: chunk.plan, as: format) }
    let part = parts.first
    var seen: Set<String> = []
    let paths =
      part == nil
      ? [requested.path].compactMap(\.self)
      : parts.flatMap(\.files).filter { seen.insert($0).inserted }
    var files = try paths.map { try chunk.hash($0) }
    if let film {
      let lines = try ChunkFingerprint(film, [], encoder: []).lines(film.plan.frames)
      files = [ChunkKey(lines).hash, "\(overlay.period ?? 0)"]
    }
    if files.isEmpty { files = [requested.source.memoryKey ?? requested.source.text] }
    let source = files.joined(separator: " ")
    let start = part.map { " from \($0.decoding.start.value) \(overlay.period ?? 0)" } ?? ""
    // The target has the place, the source and the motion have the other keys.
    let target = Fingerprint.text(of: overlay.target)
    let look = FilmOverlay.styleFields.fingerprint(of: requested)
    let filter = chunk.text(requested.filter, overlay.filters)
    return
      "overlay \(chunk.place(span, in: frames)) \(target) \(look) \(source)\(start)"
      + "\(filter)\(try chunk.motion(of: motion, in: frames))"
  }
}

/// Draws an overlay, whose source is opened at its first frame.
private final class OverlayLayerPainter: LayerPainter {
  private let layer: OverlayLayer
  private let overlay: ResolvedOverlay
  private let frames: Range<Int>
  private let painter: OverlayPainter
  private var source: Source?
  private var loop: LoopPictures
  private var notices: [Notice] = []
  private let stop = StopSignal()

  private enum Source {
    case picture(Snapshot)
    /// A video, from a frame to the end of its pass.
    case video(ClipReader)
    case film(NestedReader)
  }

  init(_ layer: OverlayLayer, _ frames: Range<Int>) {
    self.layer = layer
    self.frames = frames
    overlay = layer.overlay
    painter = OverlayPainter(
      overlay.style, layer.filters, color: layer.format.color, threads: layer.plan.request.drawing.threads)
    loop = LoopPictures(overlay)
  }

  func layers(at index: Int) throws -> [RecipeLayer] {
    let bounds = overlay.style.bounds(overlay.target)
    let picture = try painter.picture(of: try picture(at: index), at: index)
    let placed = RecipeLayer(picture, x: bounds.x0, y: bounds.y0, opacity: overlay.overlay.opacity)
    return try layer.motion.layers(placed, at: index)
  }

  func cancel() { stop.set() }

  func close() -> [Notice] {
    painter.close()
    loop = LoopPictures(overlay)
    closeSource()
    return notices
  }

  private func picture(at index: Int) throws -> Snapshot {
    let place = index - overlay.frames.lowerBound
    let step = place - overlay.pass(at: place).lowerBound
    if step == 0, case .video? = source { closeSource() }
    if let picture = loop[step] { return picture }
    // A pass that is longer than the kept pass is decoded again from its beginning.
    let kept = source == nil ? loop.count : 0
    let picture: Snapshot
    switch try opened(at: index - kept) {
    case .picture(let snapshot): return snapshot
    case .video(let reader):
      for _ in 0..<kept { _ = try reader.next() }
      picture = try reader.next().snapshot
    case .film(let reader): picture = try reader.picture(at: place)
    }
    loop.keep(picture, at: step)
    return picture
  }

  /// The source, which is opened at film frame `index` if necessary.
  private func opened(at index: Int) throws -> Source {
    if let source { return source }
    let source = try open(at: index)
    self.source = source
    if case .video(let reader) = source { stop.onSet { reader.cancel() } }
    if stop.isSet { throw SystemError.cancelled }
    return source
  }

  private func open(at index: Int) throws -> Source {
    if let film = layer.film { return .film(NestedReader(overlay, film)) }
    let end = min(overlay.frames.upperBound, frames.upperBound)
    if let part = overlay.part(from: index, to: end, in: layer.plan, as: layer.format) {
      return .video(try ClipReader(part, background: .transparent))
    }
    return .picture(try overlay.still(in: layer.plan, as: layer.format, layer.pictures))
  }

  private func closeSource() {
    if case .video(let reader)? = source {
      stop.onSet {}
      reader.close()
      notices += reader.notices
    }
    source = nil
  }
}
