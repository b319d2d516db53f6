import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem

/// Shows any frame of a film, in the bytes of the picture that `FilmJob` makes of it: 8 bits in standard dynamic range, to
/// which another is mapped.
///
/// Frames that follow one another soon are read on; for another one the clips are opened anew, which takes a tenth of a
/// second or more.
///
/// **Thread-safety:** for one thread, which may wait.
package final class FilmViewer {
  /// The film.
  package let plan: FilmPlan
  /// The same as it is drawn.
  private let drawn: FilmPlan
  private let prepared: FilmPreparation
  private let choice: RendererChoice
  private var renderer: (any Renderer)?
  private let pool: ClipFramePool
  private var reading: Reading?
  /// The frame that was shown last.
  private var shown: (index: Int, frame: ClipFrame)?

  /// The clips as they are open: the frame that comes next, and what the one before is.
  private struct Reading {
    let frames: FilmFrames
    var next: Int
    var last: SourceFrame?
  }

  /// The seconds up to which clips are read on instead of being opened anew.
  private static let nearby = 1.0

  /// The film of `plan`; it has no sound here, and no subtitles of its clips.
  /// - Throws: as `FilmJob.run`, for what can be told before a frame is drawn.
  package convenience init(_ plan: FilmPlan) throws {
    try self.init(plan, drawn: plan.inStandardRange(drawsPixels: true), nil)
  }

  /// - Parameters:
  ///   - drawn: the film as it is drawn, in standard dynamic range.
  ///   - prepared: its parts, where they are there already.
  init(_ plan: FilmPlan, drawn: FilmPlan, _ prepared: FilmPreparation?) throws {
    (self.plan, self.drawn) = (plan, drawn)
    self.prepared = try prepared ?? waitForTask { try await FilmPreparation(drawn) }
    choice = RendererChoice(
      plan.request.drawing, size: plan.size, format: drawn.layout, needsOpenGL: plan.needsOpenGL)
    pool = ClipFramePool(size: plan.size, format: .rgba8)
  }

  /// Frame `index` in RGBA, all of it opaque unless its transparency is kept; it belongs to the caller, who releases it.
  /// - Throws: `MediaError`, `RenderError`, `FilmError`.
  package func frame(_ index: Int) throws -> VideoFrame {
    precondition((0..<plan.timeline.frameCount).contains(index), "the film has no frame \(index)")
    if let shown, shown.index == index { return shown.frame.frame() }
    do {
      let frame = try draw(try source(index))
      shown = (index, frame)
      return frame.frame()
    } catch {
      // What failed is not used again.
      close()
      throw error
    }
  }

  /// The source of frame `index`.
  private func source(_ index: Int) throws -> SourceFrame {
    let nearby = plan.rate.position(of: Self.nearby)
    if let reading, !(reading.next...reading.next + nearby).contains(index) { stopReading() }
    var reading =
      self.reading
      ?? Reading(
        frames: FilmFrames(drawn, prepared, frames: index..<plan.timeline.frameCount), next: index)
    defer { self.reading = reading }
    while reading.next <= index {
      let frame = try reading.frames.next()
      if case .again = frame {} else { reading.last = frame }
      reading.next += 1
    }
    guard let last = reading.last else { throw MediaError.cancelled }
    return last
  }

  /// The pixels of `source`.
  private func draw(_ source: SourceFrame) throws -> ClipFrame {
    let pixels = pool.frame()
    switch source {
    case .ready(let frame): FilmPlanes.convert(frame, into: pixels)
    case .draw(let request):
      let renderer = try self.renderer ?? choice.makeRenderer(framesHeld: 0)
      self.renderer = renderer
      try renderer.submit(request)
      let frame = try renderer.receive()
      defer { frame.release() }
      FilmPlanes.convert(frame, into: pixels)
    case .again: break
    }
    return pixels
  }

  private func stopReading() {
    _ = reading?.frames.close()
    reading = nil
  }

  /// Ends the decoders and gives the renderer back. It may be used again.
  package func close() {
    stopReading()
    shown = nil
    renderer?.close()
    renderer = nil
  }

  deinit { close() }
}

// The layers over a film that its report does not have.
extension FilmPlan {
  /// The film's frames over which there are burnt-in subtitles or captions, in order; none where their file cannot be read.
  package var subtitleFrames: [Range<Int>] {
    var unread: [String] = []
    guard let source = request.subtitles else {
      return (try? CaptionTrack.all(in: self, warnings: &unread).flatMap(\.frames)) ?? []
    }
    return (try? FilmSubtitles(source, in: self))?.frames ?? []
  }
}
