import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueText

final class TitleLayer: Layer, LayerPainter {
  private let motion: LayerMotion
  private let drawn: TitlePicture
  /// The separately animated lines, words or letters; `nil` for a title that is animated as a whole.
  private let pieces: TitlePieces?

  var span: Range<Int> { motion.plan.frames }
  var coverWords: String { "a title covers" }

  /// The title with the picture `drawn`.
  /// - Throws: `FilmError.part` for too many words or letters.
  init(
    _ title: FilmTitle, _ drawn: TitlePicture, _ motion: LayerMotion, rate: FrameRate, _ place: Place
  ) throws(FilmError) {
    self.motion = motion
    self.drawn = drawn
    do throws(TextError) {
      pieces = try title.pieces.map { (part) throws(TextError) in
        try TitlePieces(title, by: part, drawn.style, motion.plan, rate)
      }
    } catch { throw .part(SegueError(error), place: place.text) }
  }

  /// The notices about missing glyphs, missing space and shortened staggers.
  var notices: [Notice] { drawn.notices + (pieces?.notices ?? []) }

  func fingerprint(of frames: Range<Int>, _ chunk: ChunkFingerprint) throws -> String? {
    let look = Fingerprint.text(of: (drawn.x, drawn.y, drawn.picture, pieces?.box, pieces?.pieces))
    let stagger = pieces?.pieces.map { max($0.delay.enter, $0.delay.exit) }.max() ?? 0
    let motion = try chunk.motion(of: motion, in: frames, stagger: stagger)
    return "title \(chunk.place(span, in: frames)) \(look)\(motion)"
  }

  func open(_ frames: Range<Int>) -> any LayerPainter { self }

  func layers(at index: Int) throws -> [RecipeLayer] {
    func layer(_ picture: Snapshot, x: Int = 0, y: Int = 0) -> RecipeLayer {
      RecipeLayer(picture, x: drawn.x + x, y: drawn.y + y)
    }
    guard let pieces, !pieces.resting.contains(index) else {
      return try motion.layers(layer(drawn.picture), at: index)
    }
    // Draw all effects below all letters, so that no shadow or outline covers another letter.
    var layers: [RecipeLayer] = []
    if let box = pieces.box { layers += try motion.layers(layer(box), at: index) }
    for piece in pieces.pieces {
      guard let effects = piece.picture.effects else { continue }
      let placed = layer(effects, x: piece.picture.x, y: piece.picture.y)
      layers += try motion.layers(placed, at: index, piece.delay)
    }
    for piece in pieces.pieces {
      let placed = layer(piece.picture.glyphs, x: piece.picture.x, y: piece.picture.y)
      layers += try motion.layers(placed, at: index, piece.delay)
    }
    return layers
  }
}
