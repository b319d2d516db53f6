import SegueFields
import SegueImaging
import SegueMath
import SegueRendering
import SegueSound
import SegueSystem

/// A picture or text over a range of a film's frames. A film's layers are ordered from bottom to top.
protocol Layer: Sendable {
  /// The film frames from the layer's first to its last.
  var span: Range<Int> { get }
  /// The film frames that the layer covers, in order. They cannot be copied.
  var frames: [Range<Int>] { get }
  /// The subject and verb of a sentence that ends with the numbers of covered frames.
  var coverWords: String { get }
  var blend: BlendMode { get }
  /// The sound in the film's mix; `nil` if the layer is silent.
  var sound: SoundMix.Track? { get }

  func open(_ frames: Range<Int>) -> any LayerPainter
  /// The layer's lines in the fingerprint of the chunk of `frames`; `nil` if it is not visible in them.
  /// - Throws: `SystemError.unreadable`.
  func fingerprint(of frames: Range<Int>, _ chunk: ChunkFingerprint) throws -> String?
  /// Adds the layer's row to the film's report, if the row is known only after loading.
  func add(to report: inout FilmReport)
}

extension Layer {
  var frames: [Range<Int>] { [span] }
  var blend: BlendMode { .normal }
  var sound: SoundMix.Track? { nil }
  func add(to report: inout FilmReport) {}
}

/// Draws a layer. One thread requests frames in order; any thread may call `cancel`.
protocol LayerPainter: AnyObject {
  /// The layer in film frame `index` of its span, from bottom to top; empty if it is not visible.
  /// - Throws: `SystemError`, `RenderError`, `FilmError`.
  func layers(at index: Int) throws -> [RecipeLayer]
  /// Makes waiting and later calls of `layers` fail.
  func cancel()
  /// Releases decoders and pictures after the layer's last frame.
  /// - Returns: the notices about the layer.
  func close() -> [Notice]
}

extension LayerPainter {
  func cancel() {}
  func close() -> [Notice] { [] }
}

/// A layer whose frames and position are planned, before its pictures are loaded.
protocol ResolvedLayer: Sendable {
  /// Loads the layer; `nil` if it is not drawn.
  func load(by loader: inout FilmLoader) async throws -> (any Layer)?
  func add(to report: inout FilmReport)
}

extension [Range<Int>] {
  /// The frames in any of the ranges, in order.
  var merged: [Range<Int>] {
    filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, last.upperBound >= range.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }
}

extension RecipeLayer {
  /// A picture with its top left corner at pixel (`x`, `y`) of the frame.
  init(_ picture: Snapshot, x: Int, y: Int, opacity: Double = 1) {
    self.init(.picture(picture), transform: .translation(x: Double(x), y: Double(y)), opacity: opacity)
  }
}

extension Array {
  /// The index of the last element whose frames begin at or before film frame `index`; `nil` before the
  /// first element. The elements must be ordered by their frames.
  func last(at index: Int, _ frames: (Element) -> Range<Int>) -> Int? {
    let next = indices.partitioningIndex { frames(self[$0]).lowerBound > index }
    return next > 0 ? next - 1 : nil
  }
}
