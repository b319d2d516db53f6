import FoundationEssentials
import Glibc
import SegueFilms
import SegueTools

/// The selection on a page: transition, parameters, filters, duration and curve. Other options are those of the command
/// line that started the page.
struct Selection: Sendable {
  /// The request that started the page.
  let start: RenderRequest
  private(set) var entry: PreviewCatalogue.Entry
  /// The parameters that differ from their defaults, as typed.
  private(set) var values: [String: String]
  /// The duration in seconds; `nil` means the transition's default.
  private(set) var duration: Double?
  /// The curve; `nil` means the transition's default.
  private(set) var timing: TimingCurve?
  /// The filter chains as typed.
  private(set) var texts: FilterTexts
  /// The transition with its parameters and filters.
  private(set) var transition: any Transition
  private var filtersNeedOpenGL: Bool
  private var filters: PreviewFilters
  /// The frame size for which values are checked.
  private let size: ImageSize

  /// The selection of the command line, for frames of `size`.
  /// - Throws: `UsageError`, `LookError`.
  init(
    _ start: RenderRequest, entry: PreviewCatalogue.Entry, filters: PreviewFilters, size: ImageSize
  ) throws {
    self.start = start
    self.entry = entry
    self.filters = filters
    self.size = size
    (values, texts) = (Self.values(start), start.filters)
    (duration, timing) = (start.duration, start.timing)
    (transition, filtersNeedOpenGL) = try Self.make(entry, values, texts, filters, size)
  }

  /// Whether the transition or a filter needs OpenGL.
  var needsOpenGL: Bool { entry.description.needsOpenGL || filtersNeedOpenGL }

  /// Changes the selection and makes the transition again; an error changes nothing.
  private mutating func change(_ body: (inout Selection) -> Void) throws {
    var changed = self
    body(&changed)
    (changed.transition, changed.filtersNeedOpenGL) = try Self.make(
      changed.entry, changed.values, changed.texts, changed.filters, size)
    self = changed
  }

  /// Chooses a transition with its default parameters, duration and curve; the transition of the command line gets its
  /// initial values. Filters are kept.
  /// - Throws: `UsageError`, `LookError`.
  mutating func choose(_ entry: PreviewCatalogue.Entry) throws {
    let start = start
    let isFirst = entry.argument == start.transition.name
    try change { changed in
      changed.entry = entry
      changed.values = isFirst ? Self.valid(Self.values(start), entry) : [:]
      (changed.duration, changed.timing) = isFirst ? (start.duration, start.timing) : (nil, nil)
    }
  }

  /// Restores the initial values of a transition.
  /// - Throws: the errors of `choose`.
  mutating func reset(to entry: PreviewCatalogue.Entry) throws {
    var changed = self
    changed.texts = start.filters
    try changed.choose(entry)
    self = changed
  }

  /// The values for which the transition has a parameter.
  private static func valid(
    _ values: [String: String], _ entry: PreviewCatalogue.Entry
  ) -> [String: String] {
    values.filter { name, value in
      entry.description.parameters.contains { $0.name == name && (try? $0.parse(value)) != nil }
    }
  }

  private static func values(_ request: RenderRequest) -> [String: String] {
    Dictionary(request.transition.texts.map { ($0.name, $0.value) }) { $1 }
  }

  /// Applies a new version of the transition and filters. Values of parameters that no longer exist are
  /// dropped.
  /// - Throws: the errors of `choose`.
  mutating func reload(_ entry: PreviewCatalogue.Entry, filters: PreviewFilters) throws {
    try change { changed in
      (changed.entry, changed.filters) = (entry, filters)
      changed.values = Self.valid(changed.values, entry)
    }
  }

  /// Sets a filter chain as typed; `nil` for none.
  /// - Throws: the errors of `choose`.
  mutating func set(_ place: FilterPlace, to text: String?) throws {
    try change { $0.texts[keyPath: place.text] = text }
  }

  /// Sets a parameter as typed; `nil` means its default. Pictures are read only when the page
  /// starts, so they cannot be changed.
  /// - Throws: `UsageError`.
  mutating func set(_ name: String, to value: String?) throws {
    if let parameter = entry.description.parameters.first(where: { $0.name == name }),
      parameter.type == .texture
    {
      throw CommandError.conflict("\(name) is a picture; set it on the command line")
    }
    try change { $0.values[name] = value }
  }

  /// Sets the duration in seconds; `nil` means the transition's default.
  mutating func set(duration: Double?) { self.duration = duration }

  /// Sets the curve as typed; `nil` means the transition's default.
  /// - Throws: `TimingCurveError`.
  mutating func set(timing: String?) throws { self.timing = try timing.map { try TimingCurve(parsing: $0) } }

  private static func make(
    _ entry: PreviewCatalogue.Entry, _ values: [String: String], _ texts: FilterTexts,
    _ filters: PreviewFilters, _ size: ImageSize
  ) throws -> (any Transition, needsOpenGL: Bool) {
    let plain = try entry.description.make(
      values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }, textures: entry.textures)
    let read = try filters.read(texts)
    return (try read.applied(to: plain, size: size, progresses: []), !read.shaderFiles.isEmpty)
  }

  /// The curve that is played.
  var effectiveTiming: TimingCurve { timing ?? transition.timing }
  /// The duration that is played, in seconds.
  var effectiveDuration: Double { effectiveTiming.effectiveDuration(for: duration ?? transition.duration) }

  /// The motion of a run on a frame of `size`.
  func motion(in size: ImageSize) -> Playhead.Motion {
    Playhead.Motion(
      transition: transition, context: TransitionContext(containerSize: size),
      duration: duration ?? transition.duration, timing: effectiveTiming, direction: direction)
  }

  /// The unit vector of a drag: that of the transition's look or parameters, else to the left, as for a push.
  ///
  /// A `direction` is a word; an `angle` is in degrees clockwise from the right.
  var direction: (x: Double, y: Double) {
    if let drag = entry.description.drag { return drag.step }
    for parameter in entry.description.parameters {
      let value = values[parameter.name].flatMap { try? parameter.parse($0) } ?? parameter.defaultValue
      switch (parameter.name, value) {
      case ("direction", .choice(let word)?):
        if let direction = Direction(rawValue: word) { return direction.step }
      case ("angle", .number(let degrees)?) where parameter.unit == "degrees":
        let radians = degrees * .pi / 180
        return (cos(radians), sin(radians))
      default: break
      }
    }
    return Direction.left.step
  }

  /// The request that renders the selection to `output`.
  func request(output: String) -> RenderRequest {
    var request = start
    request.output.path = output
    request.transition = TransitionChoice(name: entry.argument, texts: parameters)
    request.filters = texts
    request.duration = duration
    request.timing = timing
    return request
  }

  /// The parameters that are set, in the order of the transition's list.
  private var parameters: [(name: String, value: String)] {
    entry.description.parameters.compactMap { parameter in
      values[parameter.name].flatMap { value in
        let isDefault = (try? parameter.parse(value)) == parameter.defaultValue
        return isDefault ? nil : (name: parameter.name, value: value)
      }
    }
  }

  /// The request for a video, or for the frame at `progress`.
  /// - Parameter hasTransparency: whether the background is visible through the pictures.
  func file(at progress: Double?, hasTransparency: Bool) -> RenderRequest {
    // Video formats store no number of plays.
    var file = request(output: start.output.plays == nil ? "out.mp4" : "out.webp")
    guard let progress else { return file }
    if hasTransparency { file.drawing.background = file.drawing.background ?? .black }
    (file.output.path, file.stillProgress) = ("frame.png", progress)
    (file.duration, file.timing, file.isReversed, file.isPingPong) = (nil, nil, false, false)
    (file.holdStart, file.holdEnd, file.output.frameRate, file.output.plays) = (0, 0, nil, nil)
    return file
  }
}
