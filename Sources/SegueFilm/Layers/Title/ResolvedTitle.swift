import SegueFields
import SegueRun
import SegueSystem
import SegueText

struct ResolvedTitle: ResolvedLayer {
  let requested: RequestedLayer<FilmTitle>
  /// The range and the transitions; `nil` for a title that is not drawn.
  let plan: LayerPlan?
  let notices: [Notice]

  var title: FilmTitle { requested.content }

  init(_ requested: RequestedLayer<FilmTitle>, on timeline: FilmTimeline) {
    self.requested = requested
    let frames = timeline.frames(of: requested.content, ofClip: requested.clip)
    let plan = frames.isEmpty ? nil : LayerPlan(requested, frames: frames, rate: timeline.rate)
    notices = plan?.notices(requested, timeline.rate) ?? []
    self.plan = requested.content.isBlank ? nil : plan
  }

  func load(by loader: inout FilmLoader) async throws -> (any Layer)? {
    guard let plan else {
      let blank = Notice(of: "text", "a title has no text, so it is not drawn")
      loader.notices.append((title.isBlank ? blank : title.unseenNotice).at(Place(requested.place)))
      return nil
    }
    let (size, place) = (loader.plan.size, requested.errorPlace)
    let drawn: TitlePicture
    do throws(TextError) { drawn = try TitlePicture(title, in: size) } catch {
      throw FilmError.part(SegueError(error), place: place.text)
    }
    let motion = try await loader.motion(
      of: title, plan, ofClip: requested.clip, drawn.picture.size, at: drawn.center, place
    ) { drawn.center(at: $0, in: size) }
    let layer = try TitleLayer(title, drawn, motion, rate: loader.plan.rate, place)
    loader.notices += layer.notices.at(Place(place.path))
    return layer
  }

  func add(to report: inout FilmReport) {
    guard let plan else { return }
    report.titles = (report.titles ?? []) + [FilmReport.Title(title, plan)]
  }
}
