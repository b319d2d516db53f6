import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueText
import SegueTransitions

/// The loaded parts of a film beside its plan: transitions with their textures, filters, titles, subtitles
/// and music.
final class FilmPreparation: Sendable {
  /// The transitions of the junctions; `nil` for a cut.
  let transitions: [FilmTransition?]
  /// The transitions at the film's ends.
  let (opening, closing): (FilmTransition?, FilmTransition?)
  let filters: FilmFilters
  let titles: [DrawnTitle]
  /// The clips' subtitles.
  let text: CarriedText?
  /// The burnt-in subtitles.
  let subtitles: FilmSubtitles?
  /// The captions of the clips and of the film.
  let captions: [CaptionTrack]
  let music: [FilmMixer.MixPlan.Music]
  /// The light levels of the first video with the film's encoding; `nil` if unknown.
  let light: LightLevels?
  /// The overlays' motions, in the plan's order.
  let overlays: [LayerMotion]
  /// The preparations of nested films, in the order of the plan's overlays.
  let films: [FilmPreparation?]
  /// The cache of decoded pictures.
  let pictures: SharedPictures
  let warnings: [String]

  /// Loads textures, draws titles and probes the music.
  /// - Throws: `FilmError.curve`, `MediaError`, `UsageError`, `ColorTableError`.
  init(_ plan: FilmPlan, pictures: SharedPictures = RenderPool.shared.pictures) async throws {
    var notes: [String] = []
    self.pictures = pictures
    var all = try await Self.transitions(plan, pictures, &notes)
    (opening, closing) = (all.removeFirst(), all.removeLast())
    transitions = all
    filters = try await FilmFilters(plan)
    titles = try await Self.titles(plan, pictures, &notes)
    overlays = try await Self.overlays(plan, pictures, &notes)
    films = try await Self.films(plan, pictures, &notes)
    try Self.checkMotions(plan)
    text = try await CarriedText(plan, format: plan.request.output.knownFormat ?? .mp4)
    notes += text?.warnings ?? []
    subtitles = try Self.subtitles(plan)
    notes += subtitles?.warnings ?? []
    captions = try await Self.captions(plan, pictures, &notes)
    music = try await Self.music(plan, films, &notes)
    light = try await Self.light(plan, &notes)
    warnings = notes
  }

  private static func transitions(
    _ plan: FilmPlan, _ pictures: SharedPictures, _ warnings: inout [String]
  ) async throws -> [FilmTransition?] {
    let places =
      ["opening"] + plan.junctions.indices.map { plan.request.place(ofJunction: $0) + ".transition" }
      + ["closing"]
    let frames = [plan.timeline.opening] + plan.timeline.overlaps + [plan.timeline.closing]
    var transitions: [FilmTransition?] = []
    for (place, (junction, frames)) in zip(places, zip(plan.transitions.film, frames)) {
      transitions.append(try await transition(junction, frames, plan, pictures, place, &warnings))
    }
    return transitions
  }

  /// Draws the visible titles.
  private static func titles(
    _ plan: FilmPlan, _ pictures: SharedPictures, _ warnings: inout [String]
  ) async throws -> [DrawnTitle] {
    var titles: [DrawnTitle] = []
    for (placed, layer) in zip(plan.request.allTitles, plan.titles) {
      let title = placed.title
      if title.isBlank {
        warnings.append("a title has no text, so it is not drawn")
      } else if let layer {
        let drawn: TitlePicture
        do throws(TextError) { drawn = try TitlePicture(title, in: plan.size) } catch {
          throw FilmError.title(error, place: placed.place)
        }
        let course = try plan.request.inFile {
          try LayerCourse(
            title, at: drawn.center, in: plan.size, plan.clock(ofClip: placed.clip), placed.place
          ) { drawn.center(at: $0, in: plan.size) }
        }
        let motion = try await motion(
          layer, of: title, drawn.picture.size, course, plan, pictures, placed.place, &warnings)
        titles.append(try DrawnTitle(title, drawn, motion, rate: plan.rate, placed.place))
        warnings += titles[titles.count - 1].warnings
      } else {
        warnings.append(
          "the title “\(title.text)” is never shown: no frame of the film is between its start and its end")
      }
    }
    return titles
  }

  private static func overlays(
    _ plan: FilmPlan, _ pictures: SharedPictures, _ warnings: inout [String]
  ) async throws -> [LayerMotion] {
    var overlays: [LayerMotion] = []
    for (index, overlay) in plan.overlays.enumerated() {
      let place = "overlays[\(index)]"
      let course = try plan.request.inFile {
        try LayerCourse(
          overlay.overlay, at: overlay.center, in: plan.size, plan.clock(ofClip: nil), place
        ) { overlay.center(at: $0, in: plan.size) }
      }
      overlays.append(
        try await motion(
          overlay.plan, of: overlay.overlay, overlay.drawnSize, course, plan, pictures, place, &warnings))
    }
    return overlays
  }

  /// The preparations of the overlays that are films.
  private static func films(
    _ plan: FilmPlan, _ pictures: SharedPictures, _ warnings: inout [String]
  ) async throws -> [FilmPreparation?] {
    var films: [FilmPreparation?] = []
    for overlay in plan.overlays {
      guard case .film(let film) = overlay.content else {
        films.append(nil)
        continue
      }
      let parts = try await FilmPreparation(
        film.inStandardRange(
          keepsTransparency: true, keepsMusic: true, drawsPixels: plan.layout.isRGBA), pictures: pictures)
      warnings += parts.warnings.map { "\(overlay.overlay.source.text): \($0)" }
      films.append(parts)
    }
    return films
  }

  /// Checks the motions of pictures, which are computed again when they are drawn.
  private static func checkMotions(_ plan: FilmPlan) throws {
    for (index, clip) in plan.clips.enumerated() {
      if case .picture(_, _, let number) = clip.content {
        _ = try plan.request.inFile { try plan.course(ofPicture: number, index) }
      }
    }
  }

  private static func subtitles(_ plan: FilmPlan) throws -> FilmSubtitles? {
    guard let source = plan.request.subtitles else { return nil }
    let subtitles = try FilmSubtitles(source, in: plan)
    // libass reports errors when the painter is created, so that they are known before the work.
    _ = try subtitles.painter()
    return subtitles
  }

  /// The captions, with the transitions of their pages.
  private static func captions(
    _ plan: FilmPlan, _ pictures: SharedPictures, _ warnings: inout [String]
  ) async throws -> [CaptionTrack] {
    var captions = try CaptionTrack.all(in: plan, warnings: &warnings)
    for (index, requested) in plan.request.allCaptions.enumerated() {
      captions[index].motions = try await motions(
        of: captions[index], plan.transitions.captions[index], plan, pictures, requested.place, &warnings)
    }
    return captions
  }

  /// The light levels of the first video with the film's encoding; `nil` if unknown.
  private static func light(_ plan: FilmPlan, _ warnings: inout [String]) async throws -> LightLevels? {
    guard plan.color.encoding == .pq else { return nil }
    for clip in plan.clips {
      guard case .video(let info, let video, _, _) = clip.content, video.color == .pq else { continue }
      let light = try await ClipProbe().light(of: info)
      if light != nil, let codec = plan.request.output.codec, !codec.facts.storesLightLevels {
        warnings.append("\(codec.name) cannot store the light levels of the mastering display")
      }
      return light
    }
    return nil
  }

  /// The transition of `junction` over `frames` of the film; `nil` for a cut.
  /// - Parameters:
  ///   - layer: the side of the transition that the layer is on; the other side is empty.
  ///   - size: the size of the frames; `nil` is the film's.
  private static func transition(
    _ junction: FilmPlan.Junction, _ frames: Range<Int>, _ plan: FilmPlan, _ pictures: SharedPictures,
    _ place: String, _ warnings: inout [String], layer: SnapshotRole? = nil, size: ImageSize? = nil
  ) async throws -> FilmTransition? {
    guard var prepared = junction.prepared, !frames.isEmpty else { return nil }
    let size = size ?? plan.size
    let loader = SceneLoader(
      plan.request.output, plan.request.drawing, needsEvenSize: true,
      stretchesTextures: prepared.stretchesTextures, pictures: pictures)
    let (textures, notes) = try await loader.textures(prepared.textures, size: size)
    warnings += notes
    try await prepared.load(limits: plan.request.drawing.limits.keeping(plan.color.depth.pixels))
    let made = try prepared.make(textures: textures)
    let transition = try layer.map(made.movingLayer) ?? made
    let timing = junction.timing ?? transition.timing
    try FilmBounds.check(timing, "\(place).timing")
    var result = FilmTransition(
      transition: transition, timing: timing, context: TransitionContext(containerSize: size),
      rate: plan.rate)
    let progresses = prepared.filters.isEmpty ? [] : frames.map { result.progress($0, in: frames) }
    result.transition = try prepared.filtered(transition, size: size, progresses: progresses)
    for warning in prepared.filters.warnings(size: size, plan.request.drawing.names)
    where !warnings.contains(warning) {
      warnings.append(warning)
    }
    return result
  }

  /// The motion of `layer`, whose picture has `size`.
  private static func motion(
    _ layer: LayerPlan, of requested: some FilmLayer, _ size: ImageSize, _ course: LayerCourse?,
    _ plan: FilmPlan,
    _ pictures: SharedPictures, _ place: String, _ warnings: inout [String]
  ) async throws -> LayerMotion {
    let size = requested.within == .box ? size : nil
    return LayerMotion(
      plan: layer,
      enter: try await transition(layer.enter, .to, requested.within, size, plan, pictures, place, &warnings),
      exit: try await transition(layer.exit, .from, requested.within, size, plan, pictures, place, &warnings),
      box: box(requested.within, plan), course: course)
  }

  /// The motions of the pages of `track`.
  private static func motions(
    of track: CaptionTrack, _ transitions: FilmPlan.LayerTransitions, _ plan: FilmPlan,
    _ pictures: SharedPictures, _ place: String, _ warnings: inout [String]
  ) async throws -> [LayerMotion] {
    let (captions, box) = (track.captions, box(track.captions.within, plan))
    if transitions.enter.prepared == nil, transitions.exit.prepared == nil { return [] }
    let plans = track.appearances.map { LayerPlan(captions, transitions, frames: $0, rate: plan.rate) }
    // Pages of equal length share their transitions.
    var (enters, exits): ([Int: FilmTransition], [Int: FilmTransition]) = ([:], [:])
    var notes: [String] = []
    for page in plans {
      if let end = page.enter, enters[end.frames.count] == nil {
        enters[end.frames.count] = try await transition(
          end, .to, captions.within, nil, plan, pictures, place, &notes)
      }
      if let end = page.exit, exits[end.frames.count] == nil {
        exits[end.frames.count] = try await transition(
          end, .from, captions.within, nil, plan, pictures, place, &notes)
      }
    }
    notes += plans.lazy.map { $0.restWarnings(plan.rate) }.first { !$0.isEmpty } ?? []
    let shortened = plans.count(where: \.isShortened)
    if shortened > 0 {
      notes.append(
        "\(shortened) of the \(plans.count) captions of \(captions.source.name) are shorter than their "
          + "transitions, so the transitions are shortened")
    }
    for note in notes where !warnings.contains(note) { warnings.append(note) }
    return plans.map { page in
      LayerMotion(
        plan: page, enter: page.enter.flatMap { enters[$0.frames.count] },
        exit: page.exit.flatMap { exits[$0.frames.count] }, box: box, course: nil)
    }
  }

  private static func box(_ area: LayerArea, _ plan: FilmPlan) -> BoxPainter? {
    area == .box ? BoxPainter(color: plan.color, threads: plan.request.drawing.threads) : nil
  }

  /// The transition of a layer on side `role`, drawn in frames of `size`; `nil` is the film's size.
  private static func transition(
    _ end: LayerPlan.End?, _ role: SnapshotRole, _ area: LayerArea, _ size: ImageSize?, _ plan: FilmPlan,
    _ pictures: SharedPictures, _ place: String, _ warnings: inout [String]
  ) async throws -> FilmTransition? {
    guard let end else { return nil }
    let name = role == .to ? "enter" : "exit"
    if area == .box, end.junction.prepared?.needsOpenGL == true {
      throw FilmError.value(
        place: "\(place).within", value: "box",
        expected: "frame, since the shader of \(name) is drawn in the whole frame")
    }
    return try await transition(
      end.junction, end.span, plan, pictures, "\(place).\(name)", &warnings, layer: role, size: size)
  }

  /// The layers over the film's frames. Frames under a layer cannot be copied.
  var covers: [FilmCover] {
    titles.map { FilmCover(frames: $0.frames, words: "a title covers") }
      + overlays.map { FilmCover(frames: $0.plan.frames, words: "an overlay covers") }
      + (subtitles?.frames ?? []).map { FilmCover(frames: $0, words: "a subtitle covers") }
      + captions.flatMap(\.frames).map { FilmCover(frames: $0, words: "a caption covers") }
  }
}

extension FilmPlan {
  /// The clock of a layer's path: that of the film, or of the clip that has the title.
  fileprivate func clock(ofClip clip: Int?) -> LayerClock {
    LayerClock(rate: rate, frames: clip.map { timeline.clips[$0] } ?? 0..<timeline.frameCount)
  }
}

/// A range of frames that a layer covers.
struct FilmCover: Sendable {
  let frames: Range<Int>
  /// The subject and verb of a sentence that ends with the frames' numbers.
  let words: String
}
