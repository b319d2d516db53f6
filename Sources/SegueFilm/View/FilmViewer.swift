import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem

/// Shows any frame of a film, with the bytes of the picture that `FilmJob` writes in 8-bit SDR. HDR is
/// tone-mapped.
///
/// A request up to a second ahead decodes the frames in between. Any other request opens the clips again,
/// which takes 0.1 s or more.
///
/// **Thread-safety:** confined to one thread, which may block.
package final class FilmViewer {
  private let film: ResolvedFilm
  private let choice: RendererChoice
  private var renderer: (any Renderer)?
  private let pool: ClipFramePool
  private var reading: Reading?
  private var shown: (index: Int, frame: ClipFrame)?

  /// The open clips, the index of the next frame, and the last frame.
  private struct Reading {
    let frames: any FrameSource
    var next: Int
    var last: SourceFrame?
  }

  /// The distance in seconds up to which skipped frames are decoded instead of opening the clips again.
  private static let nearby = 1.0

  /// A viewer of `plan`, without sound and without the clips' subtitles.
  /// - Throws: as `FilmJob.run`, for errors before the first frame.
  package convenience init(_ plan: FilmPlan) throws {
    self.init(
      try waitForTask {
        try await ResolvedFilm(plan, as: plan.standardFormat(isRGBA: true), hasMusic: false)
      })
  }

  /// A viewer of `film`, which is drawn in 8-bit SDR.
  init(_ film: ResolvedFilm) {
    let plan = film.plan
    self.film = film
    choice = RendererChoice(
      plan.request.drawing, size: plan.size, format: film.format.pixels, needsOpenGL: plan.needsOpenGL)
    pool = ClipFramePool(size: plan.frameSize, format: .rgba8)
  }

  package var plan: FilmPlan { film.plan }

  /// Frame `index` in RGBA, opaque unless transparency is kept. The caller must release it.
  /// - Throws: `SystemError`, `RenderError`, `FilmError`.
  package func frame(_ index: Int) throws -> VideoFrame {
    precondition((0..<plan.timeline.frameCount).contains(index), "the film has no frame \(index)")
    if let shown, shown.index == index { return shown.frame.frame() }
    do {
      let frame = try draw(try source(index))
      shown = (index, frame)
      return frame.frame()
    } catch {
      // Open everything again after an error.
      close()
      throw error
    }
  }

  private func source(_ index: Int) throws -> SourceFrame {
    let nearby = plan.rate.position(of: Self.nearby)
    if let reading, !(reading.next...reading.next + nearby).contains(index) { stopReading() }
    var reading =
      self.reading
      ?? Reading(
        frames: film.source(of: index..<plan.timeline.frameCount), next: index)
    defer { self.reading = reading }
    while reading.next <= index {
      let frame = try reading.frames.next()
      if case .again = frame {} else { reading.last = frame }
      reading.next += 1
    }
    guard let last = reading.last else { throw SystemError.cancelled }
    return last
  }

  private func draw(_ source: SourceFrame) throws -> ClipFrame {
    let pixels = pool.frame()
    switch source {
    case .ready(let frame): try write(frame, to: pixels)
    case .draw(let request):
      let renderer = try self.renderer ?? choice.makeRenderer(framesHeld: 0)
      self.renderer = renderer
      try renderer.submit(request)
      let frame = try renderer.receive()
      defer { frame.release() }
      try write(frame, to: pixels)
    case .again: break
    }
    return pixels
  }

  private func write(_ frame: VideoFrame, to pixels: ClipFrame) throws {
    pixels.write(try film.device()?.frame(of: frame) ?? frame)
  }

  private func stopReading() {
    _ = reading?.frames.close()
    reading = nil
  }

  /// Closes the decoders and the renderer. The viewer can be used again.
  package func close() {
    stopReading()
    shown = nil
    renderer?.close()
    renderer = nil
  }

  deinit { close() }
}

// The layers over a film that its report does not list.
extension FilmPlan {
  /// The film frames with burnt-in subtitles or captions, in order; empty if their file cannot be read.
  package var subtitleFrames: [Range<Int>] {
    guard let source = request.subtitles else {
      return (try? CaptionTrack.all(in: self).tracks.flatMap(\.frames)) ?? []
    }
    return (try? SubtitleLayer(source, in: self))?.frames ?? []
  }
}
