/// The titles at the top and at the bottom of the frame, which subtitles and captions avoid.
struct EdgeTitles {
  private let titles: [(text: String, isTop: Bool, times: Range<Int>)]

  /// The edge for a text that is at the bottom by default.
  enum Room {
    case bottom, top
    /// Both edges have titles; `title` is the title at the bottom.
    case none(title: String)
  }

  /// - Parameter time: returns the time at which a film frame begins, in any unit.
  init(_ plan: FilmPlan, time: (Int) -> Int = { $0 }) {
    titles = plan.titles.compactMap { placed in
      guard let frames = placed.plan?.frames, placed.title.y == nil, placed.title.place.vertical != 0.5
      else { return nil }
      let times = time(frames.lowerBound)..<time(frames.upperBound)
      return (placed.title.text, placed.title.place.vertical == 0, times)
    }
  }

  func room(in times: Range<Int>) -> Room {
    let meeting = titles.filter { $0.times.overlaps(times) }
    guard let title = meeting.first(where: { !$0.isTop }) else { return .bottom }
    return meeting.contains(where: \.isTop) ? .none(title: title.text) : .top
  }
}
