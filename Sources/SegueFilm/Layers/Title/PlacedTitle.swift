import SegueRun
import SegueText

/// A title with its place in the film.
struct PlacedTitle: PlacedLayer {
  let title: FilmTitle
  /// The index of the clip that has the title; `nil` for the film.
  let clip: Int?
  /// The title's place in errors.
  let place: String
  /// The range and the transitions; `nil` if no frame of the film has the title.
  let plan: LayerPlan?

  func load(by loader: inout FilmLoader) async throws -> (any Layer)? {
    if title.isBlank {
      loader.warnings.append("a title has no text, so it is not drawn")
      return nil
    }
    guard let plan else {
      loader.warnings.append(
        "the title “\(title.text)” is never shown: no frame of the film is between its start and its end")
      return nil
    }
    let size = loader.plan.size
    let drawn: TitlePicture
    do throws(TextError) { drawn = try TitlePicture(title, in: size) } catch {
      throw FilmError.title(error, place: place)
    }
    let motion = try await loader.motion(
      of: title, plan, ofClip: clip, drawn.picture.size, at: drawn.center, place
    ) { drawn.center(at: $0, in: size) }
    let layer = try DrawnTitle(title, drawn, motion, rate: loader.plan.rate, place)
    loader.warnings += layer.warnings
    return layer
  }

  func add(to report: inout FilmReport) {
    guard let plan, !title.isBlank else { return }
    let stagger = title.pieces == nil ? nil : (title.stagger ?? TitlePieces.stagger).report
    let row = FilmReport.Title(
      text: title.text, start: plan.frames.lowerBound, end: plan.frames.upperBound,
      enter: plan.report.enter, exit: plan.report.exit, within: title.reportedArea,
      keyframes: title.reportedKeyframes, by: title.pieces?.rawValue, stagger: stagger?.seconds,
      staggerTiming: stagger?.timing)
    report.titles = (report.titles ?? []) + [row]
  }
}
