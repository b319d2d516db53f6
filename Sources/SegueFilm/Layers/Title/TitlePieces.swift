import SegueFields
import SegueImaging
import SegueMotion
import SegueRun
import SegueSystem
import SegueText

/// The lines, words or letters of a title that enter and exit one by one, each as a picture.
struct TitlePieces: Sendable {
  /// The box behind the whole title, which enters with the first line, word or letter and exits with the
  /// last; `nil` for none.
  let box: Snapshot?
  let pieces: [Piece]
  /// The film frames in which the whole title is at rest.
  let resting: Range<Int>
  private(set) var notices: [Notice] = []

  struct Piece: Sendable {
    let picture: TextPiece
    let delay: LayerMotion.Stagger
  }

  static let stagger = FilmTitle.Stagger.each(0.05)

  /// Splits `title` in `style`, for the frames of `plan`. Without an exit transition the whole title
  /// disappears in one frame. Without an entrance transition the lines, words or letters appear one by one,
  /// each in one frame.
  init(
    _ title: FilmTitle, by part: FilmTitle.Pieces, _ style: TextStyle, _ plan: LayerPlan, _ rate: FrameRate
  ) throws(TextError) {
    let parts: TextUnit =
      switch part {
      case .line: .line
      case .word: .word
      case .letter: .letter
      }
    let drawn = try TextPicture.pieces(of: title.text, style, by: parts)
    box = drawn.box
    let (entering, leaving) = (plan.enter?.frames.count ?? 0, plan.exit?.frames.count ?? 0)
    let requested = title.stagger ?? Self.stagger
    let last = max(0, drawn.pieces.count - 1)
    let seconds = requested.delay(last, of: last)
    let wanted = rate.position(of: seconds)
    let room = (plan.frames.count - entering - leaving) / (leaving > 0 ? 2 : 1)
    let whole = max(0, min(wanted, leaving > 0 || entering > 0 ? room : plan.frames.count - 1))
    if whole < wanted {
      let fitting = DecimalText.text(rate.time(ofFrame: whole) / seconds * requested.report.seconds)
      let before = DecimalText.text(requested.report.seconds)
      let sentence = "the stagger of \(title.displayName) is shortened from \(before) s to \(fitting) s"
      notices.append(Notice(of: "stagger", sentence))
    }
    let fit = whole < wanted ? rate.time(ofFrame: whole) / seconds : 1
    pieces = drawn.pieces.enumerated().map { index, picture in
      let delay = min(whole, rate.position(of: requested.delay(index, of: last) * fit))
      return Piece(picture: picture, delay: .init(enter: delay, exit: leaving > 0 ? whole - delay : 0))
    }
    let start = plan.frames.lowerBound + whole + entering
    resting = start..<max(start, plan.frames.upperBound - leaving - (leaving > 0 ? whole : 0))
  }
}
