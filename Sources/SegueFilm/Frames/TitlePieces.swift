import SegueImaging
import SegueMotion
import SegueRun
import SegueSystem
import SegueText

/// A title piece by piece: their pictures, and by how many frames each comes later than the first, and goes earlier than the last.
struct TitlePieces: Sendable {
  /// The rectangle behind the whole title, which comes with the first piece and goes with the last; `nil` for none.
  let box: Snapshot?
  let pieces: [TextPiece]
  /// Those of each piece.
  let delays: [LayerMotion.Stagger]
  /// The film's frames in which all of them are where they stay.
  let resting: Range<Int>
  private(set) var warnings: [String] = []

  /// The default time from one piece to the next.
  static let stagger = FilmTitle.Stagger.each(0.05)

  /// The pieces of `title`, set in `style`, which is seen as `plan` says. A title that is gone at once is gone as a whole; without
  /// a transition pieces come one after the other, each at once.
  /// - Throws: `TextError`.
  init(
    _ title: FilmTitle, by part: FilmTitle.Pieces, _ style: TextStyle, _ plan: LayerPlan, _ rate: FrameRate
  ) throws(TextError) {
    let parts: TextPart =
      switch part {
      case .line: .line
      case .word: .word
      case .letter: .letter
      }
    (box, pieces) = try TextPicture.pieces(of: title.text, style, by: parts)
    let (entering, leaving) = (plan.enter?.frames.count ?? 0, plan.exit?.frames.count ?? 0)
    let asked = title.stagger ?? Self.stagger
    let last = max(0, pieces.count - 1)
    let seconds = asked.delay(last, of: last)
    let wanted = rate.position(of: seconds)
    let room = (plan.frames.count - entering - leaving) / (leaving > 0 ? 2 : 1)
    let whole = max(0, min(wanted, leaving > 0 || entering > 0 ? room : plan.frames.count - 1))
    if whole < wanted {
      let fitting = DecimalText.text(rate.time(ofFrame: whole) / seconds * asked.report.seconds)
      let before = DecimalText.text(asked.report.seconds)
      warnings.append(
        "the stagger of the title “\(title.text)” is shortened from \(before) s to \(fitting) s")
    }
    let fit = whole < wanted ? rate.time(ofFrame: whole) / seconds : 1
    delays = (0..<pieces.count).map { index in
      let delay = min(whole, rate.position(of: asked.delay(index, of: last) * fit))
      return .init(enter: delay, exit: leaving > 0 ? whole - delay : 0)
    }
    let start = plan.frames.lowerBound + whole + entering
    resting = start..<max(start, plan.frames.upperBound - leaving - (leaving > 0 ? whole : 0))
  }

  /// A key of their appearance.
  var look: String {
    let pictures = (pieces.flatMap { [$0.effects, $0.glyphs] } + [box]).compactMap(\.self)
    let places = zip(pieces, delays).map { "\($0.x) \($0.y) \($1.enter) \($1.exit)" }
    let hashes = pictures.map { ContentHash($0.rgba).hash }
    return " pieces \(places.joined(separator: ", ")) \(ContentHash(Array(hashes.joined().utf8)).hash)"
  }
}
