import FoundationEssentials
import Glibc
import Segue
import SegueTools

/// The selection on a page: the transition, its parameters, filters, its duration and curve. Everything else is as on
/// the command line that started the page.
struct Selection: Sendable {
  /// The request that the page was started with.
  let start: RenderRequest
  /// The transition.
  private(set) var entry: PreviewCatalogue.Entry
  /// The values of its parameters that differ from their defaults, as they are typed.
  private(set) var values: [String: String]
  /// Seconds; `nil` is the transition's own.
  private(set) var duration: Double?
  /// The curve; `nil` is the transition's own.
  private(set) var timing: TimingCurve?
  /// The chains of filters, as they are typed.
  private(set) var texts: FilterTexts
  /// The transition with its values and filters.
  private(set) var transition: any Transition
  /// Whether one of the filters takes OpenGL.
  private var filtersNeedOpenGL: Bool
  private var filters: PreviewFilters
  /// The frame's size, for which values are tried.
  private let size: ImageSize

  /// The selection of the command line, for frames of `size`.
  /// - Throws: `UsageError`, `LookError`.
  init(
    _ start: RenderRequest, entry: PreviewCatalogue.Entry, filters: PreviewFilters, size: ImageSize
  ) throws {
    (self.start, self.entry, self.filters, self.size) = (start, entry, filters, size)
    (values, texts) = (Self.values(start), start.filters)
    (duration, timing) = (start.duration, start.timing)
    (transition, filtersNeedOpenGL) = try Self.make(entry, values, texts, filters, size)
  }

  /// Whether only OpenGL draws it.
  var needsOpenGL: Bool { entry.description.needsOpenGL || filtersNeedOpenGL }

  /// Changes what is chosen and makes the transition anew: all of it or nothing.
  private mutating func change(_ body: (inout Selection) -> Void) throws {
    var changed = self
    body(&changed)
    (changed.transition, changed.filtersNeedOpenGL) = try Self.make(
      changed.entry, changed.values, changed.texts, changed.filters, size)
    self = changed
  }

  /// Another transition, with its own parameters, duration and curve; the one that the page was started with is as
  /// it was then. Filters stay.
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

  /// The same transition, with everything as at the start.
  /// - Throws: as `choose`.
  mutating func reset(to entry: PreviewCatalogue.Entry) throws {
    var changed = self
    changed.texts = start.filters
    try changed.choose(entry)
    self = changed
  }

  /// Those of `values` that the transition has a parameter for.
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

  /// The same transition and filters, read anew: values of parameters that it no longer has are dropped.
  /// - Throws: as `choose`.
  mutating func reload(_ entry: PreviewCatalogue.Entry, filters: PreviewFilters) throws {
    try change { changed in
      (changed.entry, changed.filters) = (entry, filters)
      changed.values = Self.valid(changed.values, entry)
    }
  }

  /// A chain of filters, as it is typed; `nil` is none.
  /// - Throws: as `choose`.
  mutating func set(_ place: FilterPlace, to text: String?) throws {
    try change { $0.texts[keyPath: place.text] = text }
  }

  /// A parameter's value, as it is typed; `nil` is its default. Pictures are read when the page starts and at no other
  /// time, so they cannot be changed.
  /// - Throws: `UsageError`.
  mutating func set(_ name: String, to value: String?) throws {
    if let parameter = entry.description.parameters.first(where: { $0.name == name }),
      parameter.type == .texture
    {
      throw CommandError.conflict("\(name) is a picture, which only the command line can name")
    }
    try change { $0.values[name] = value }
  }

  /// Seconds; `nil` is the transition's own.
  mutating func set(duration: Double?) { self.duration = duration }

  /// A curve, as it is typed; `nil` is the transition's own.
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

  /// The curve that it is played along.
  var effectiveTiming: TimingCurve { timing ?? transition.timing }
  /// Seconds that it takes.
  var effectiveDuration: Double { effectiveTiming.effectiveDuration(for: duration ?? transition.duration) }

  /// The motion of a run on a frame of `size`.
  func motion(in size: ImageSize) -> Playhead.Motion {
    Playhead.Motion(
      transition: transition, context: TransitionContext(containerSize: size),
      duration: duration ?? transition.duration, timing: effectiveTiming, direction: direction)
  }

  /// The direction of a drag: that of the transition, else towards the left, as a push.
  ///
  /// A `direction` is one of the four words, an `angle` in degrees counts clockwise from the right.
  var direction: (x: Double, y: Double) {
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

  /// The request that renders what is chosen to `output`.
  func request(output: String) -> RenderRequest {
    var request = start
    request.output.path = output
    request.transition = TransitionChoice(name: entry.argument, texts: parameters)
    request.filters = texts
    request.duration = duration
    request.timing = timing
    return request
  }

  /// The given parameters, in the order of the transition's list.
  private var parameters: [(name: String, value: String)] {
    entry.description.parameters.compactMap { parameter in
      values[parameter.name].flatMap { value in
        let isDefault = (try? parameter.parse(value)) == parameter.defaultValue
        return isDefault ? nil : (name: parameter.name, value: value)
      }
    }
  }

  /// The request for a file of this: the video, or the frame at `progress`.
  /// - Parameter hasTransparency: whether the background shows through the pictures.
  func file(at progress: Double?, hasTransparency: Bool) -> RenderRequest {
    // A video has no number of plays.
    var file = request(output: start.output.plays == nil ? "out.mp4" : "out.webp")
    guard let progress else { return file }
    if hasTransparency { file.drawing.background = file.drawing.background ?? .black }
    (file.output.path, file.stillProgress) = ("frame.png", progress)
    (file.duration, file.timing, file.isReversed, file.isPingPong) = (nil, nil, false, false)
    (file.holdStart, file.holdEnd, file.output.frameRate, file.output.plays) = (0, 0, nil, nil)
    return file
  }
}
