import SegueFields
import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem

// The keys of a film file, and of its `film`, `defaults` and `meta`.

extension FilmRequest: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<FilmRequest>(FilmRequest(), [
    .own("segue", .object(["const": .number(1)]), "1, the version of the format") { document, _ in
      let version = try document.number("segue") ?? 1
      guard version == 1 else { throw document.problem("“segue” is \(version.typed), but only version 1 is supported") }
      for (keys, home) in homes {
        guard let key = document.keys.first(where: keys.contains) else { continue }
        throw document.problem("“\(key)” is not allowed here; it belongs in \(home)")
      }
    }.required,
    .own("clips", clipList, "a list of clips, with at most one transition between two clips; an entry may be just a clip's `src`") {
      try readClips($0, into: &$1)
    }.required,
    .group("film", filmFields, "settings of the whole film; see below"),
    .group("defaults", defaultFields, "the defaults of clips and transitions; see below"),
    .optional("opening", \.opening, .filmEnd,
      "the transition from the background to the first frame: a name, or an object as between two clips"),
    .optional("closing", \.closing, .filmEnd,
      "the transition from the last frame to the background, or in a `cycle` to the first clip: a name, or an object as between two clips")
      .lost { $0.cycles ? [] : ["the closing"] },
    .value("music", \.music, .list(FilmBounds.music, reference: "music", shorthand: ("src", JSONSchema.word)),
      "a list of music; an entry may be just its `src`", or: "none")
      .lost { $0.music.map { "the music \($0.path)" } },
    .value("voice", \.voices,
      .list(FilmBounds.music, reference: "music", shorthand: ("src", JSONSchema.word), over: FilmMusic.voice),
      "a list of voices, with the keys of music; each plays once and lowers the music",
      or: "none", property: "voices")
      .lost { $0.voices.map { "the voice \($0.path)" } },
    .value("overlays", \.overlays, .list(FilmBounds.overlays, reference: "overlay", shorthand: ("src", FilmOverlay.sourceSchema)),
      "a list of overlays, the first at the bottom; an entry may be just an overlay's `src`", or: "none")
      .lost { $0.overlays.map { "the overlay \($0.source.text)" } },
    .value("titles", \.titles, .list(FilmBounds.titles, reference: "title", shorthand: ("text", JSONSchema.text)),
      "a list of titles; an entry may be just a title's `text`", or: "none")
      .lost { $0.titles.map { "the title “\($0.text)”" } },
  ], FilmLayerKind.all.map(\.field) + [
    .value("meta", \.output.metadata, .metadata, "an object of metadata; see below", or: "none")
      .lost { _ in ["the metadata"] },
  ])

  /// Keys that users may write at the top level by mistake, and the objects that they belong in.
  private static let homes: [(keys: [String], home: String)] = [
    (filmFields.list.map(\.name), "“film”"), (["width", "height"], "the “size” of “film”"),
    (defaultFields.list.map(\.name), "“defaults”"),
  ]

  // swift-format-ignore
  package static let filmFields = Fields<FilmRequest>(FilmRequest(), [
    .optional("size", \.output.size, .frameSize, "`\"1920x1080\"`, `\"1920x\"`, or a name such as `\"1080p\"`; for 4:2:0 video both sides must be even",
      or: "the default of `-s`").carried,
    .optional("fps", \.output.frameRate, .rate, "a number, or a text such as `\"30000/1001\"`", or: "the default of `-r`").carried,
    .value("fit", \.output.fit, .word,
      "how a clip with another aspect ratio fills the frame (`\"blur\"` shows it whole over a blurred, darker copy)").carried,
    .optional("filter", \.filter, .chain, """
      a chain of [filters](filters.md) for every frame, below the titles; `p` goes from 0 at the film's first frame to 1 at \
      its last
      """).lost { _ in ["the film's filter"] },
    .optional("color", \.output.color, .word, "the film's colour encoding",
      or: "that of the first video, else of the first picture, if the output format supports it").carried
      .applies(in: NestedFilm.Use.self, where: { film, _ in film.output.color == .sdr }, because: ", since a film that is an overlay is drawn in SDR"),
    .optional("background", \.drawing.background, .color, "an opaque colour", or: "`\"black\"`")
      .lost { $0.drawing.background.map { $0 == .black ? [] : ["the background \($0.typed)"] } ?? [] },
    .value("device", \.device, .part(shorthand: "kind"), "a device around the film: its `kind`, or an object (see below)")
      .lost { $0.device.shape == nil ? [] : ["the device around the film"] },
    .optional("subtitles", \.subtitles, .file(like: "words.srt"), "a file of subtitles (SubRip, WebVTT or ASS), burnt in over titles and overlays")
      .lost { $0.subtitles.map { ["the subtitles \($0.name)"] } ?? [] },
    .value("channels", \.channels, .channels,
      "the channel layout into which all sound is mixed (`\"auto\"` is that of the first video, at least stereo)")
      .applies(in: NestedFilm.Use.self, where: { !$1.isHeard }, because: ", since a film that is an overlay is mixed in stereo"),
    .optional("loudness", \.loudness, .number(FilmBounds.loudness, "LUFS"), "the loudness in LUFS to which the sound is normalised", or: "unchanged")
      .applies(in: NestedFilm.Use.self, where: { !$1.isHeard }, because: " in a film that is an overlay; set the overlay's volume"),
    .optional("loop", \.plays, .plays,
      "the number of plays of a GIF, WebP or APNG, 0 to 65535, or `\"forever\"`",
      or: "`\"forever\"`", property: "plays"),
    .value("pingPong", \.isPingPong, .flag, "true: after its last frame the film plays backwards; the two end frames are not repeated",
      property: "isPingPong").lost { _ in ["the backward playback"] },
    .value("cycle", \.cycles, .flag, "true: `closing`, or the default transition, leads from the last clip back to the first",
      property: "cycles").lost { _ in ["the transition back to the first clip"] },
  ])

  // swift-format-ignore
  static let defaultFields = Fields<FilmRequest>(FilmRequest(), [
    .own(
      "picture", JSONSchema.any(Kind<Double>.seconds.schema, JSONSchema.words(["music"])), """
      seconds for which a picture or a colour is shown, overlaps included; `"music"` divides the length of the music evenly
      """, or: FilmRequest().pictureDuration.typed
    ) { defaults, request in
      if let text = defaults.value("picture")?.text {
        guard text == "music" else { throw defaults.refusal("picture", "seconds or \"music\"") }
        request.picturesShareMusic = true
      } else if let seconds = try Kind<Double>.seconds.json.read(defaults, "picture") {
        request.pictureDuration = seconds
      } else {
        return
      }
      request.requested[.pictureDuration] = "defaults: “picture”"
    },
    .own("hold", Kind<Double>.seconds.schema,
      "seconds for which a picture or a colour is shown alone, between its transitions; instead of `picture`"
    ) { defaults, request in
      guard let hold = try Kind<Double>.seconds.json.read(defaults, "hold") else { return }
      if defaults.has("picture") { throw defaults.problem("“picture” and “hold” exclude each other; leave out one of them") }
      request.pictureHold = hold
      request.requested[.pictureDuration] = "defaults: “hold”"
    },
    .own("motion", Kind<PictureMotion>.motion.schema, "the motion of pictures; see below", or: "`\"none\"`") { defaults, request in
      guard let motion = try Kind<PictureMotion>.motion.json.read(defaults, "motion") else { return }
      request.motion = motion
      request.requested[.motion] = "defaults: “motion”"
    },
    .own(
      "transition",
      JSONSchema.any(
        FilmJunction.nameSchema,
        JSONSchema.form(
          FilmJunction.defaultFields.properties.merging(["name": FilmJunction.nameSchema]) { $1 }, mayBeNull: true)),
      "a name, or an object with `name`, "
        + FilmJunction.defaultFields.list.map { "`\($0.name)`" }.joined(separator: ", ")
        + "; a list of names separated by commas is repeated, `\"random:7\"` chooses at random", or: "`\"dissolve\"`, 0.8 s"
    ) { defaults, request in
      guard let value = defaults.value("transition") else { return }
      request.requested[.transition] = "defaults: “transition”"
      if value.text != nil, let name = try defaults.word("transition") {
        request.defaults.transition = TransitionChoice(name: defaults.beside(name))
      } else if let object = try defaults.object("transition") {
        let name = try object.word("name") ?? request.defaults.transition?.name ?? ""
        request.defaults.transition = TransitionChoice(name: object.beside(name))
        request.defaults = try FilmJunction.defaultFields.read(object, over: request.defaults)
      }
    },
  ])

  /// The schema of a list of clips and the transitions between them.
  private static var clipList: JSONValue {
    let clip = [Kind<FilmClip.Source>.schema, JSONSchema.reference("clip")]
    let list = JSONSchema.list(
      of: JSONSchema.any(clip + [FilmJunction.schema(isEnd: false)]), 1...(2 * FilmBounds.clips.upperBound))
    let slide = JSONValue.object(["transition": .text("slide")])
    let example = [.text("logo.png"), slide, JSONValue.text("color:#336699")]
    return JSONSchema.like([.list(example)], JSONSchema.any(clip + [list]))
  }

  @Sendable private static func readClips(_ document: JSONObject, into request: inout FilmRequest) throws {
    var pending: (entry: Int, junction: FilmJunction)?
    for (index, entry) in try document.objects("clips", shorthand: "src").enumerated() {
      if entry.has("transition") {
        if request.items.isEmpty {
          throw entry.problem("the first entry is a transition; move it after a clip, or use “opening”")
        }
        if pending != nil {
          throw entry.problem("two transitions follow each other; put a clip between them")
        }
        pending = (index, try FilmJunction(entry))
        continue
      }
      var item = FilmItem(try FilmClip.fields.read(entry), into: pending?.junction)
      item.clipPlace = Place("clips[\(index)]")
      item.junctionPlace = pending.map { "clips[\($0.entry)]" }
      request.items.append(item)
      pending = nil
    }
    if pending != nil {
      throw document.problem("clips: the last entry is a transition; add a clip after it, or use “closing”")
    }
    if request.items.isEmpty { throw document.problem("“clips” is empty; add a clip") }
  }
}

extension FilmJunction {
  /// The keys of the default transition. The duration is in seconds only, since the film's rate is not yet
  /// known.
  fileprivate static let defaultFields = Fields<FilmJunction>(
    FilmJunction(),
    [.optional("duration", \.duration, .secondsOfAll, "").inFile],
    fields.without("duration", "sound").list)
}

extension Kind<FilmClip.Position> {
  fileprivate static var secondsOfAll: Kind {
    Kind<Double>.seconds(FilmBounds.seconds, expected: FilmClip.Position.expected)
      .map({ .seconds($0) }, back: { if case .seconds(let seconds) = $0 { seconds } else { nil } })
  }
}

extension Kind<FrameSize> {
  package static var frameSize: Kind {
    .spelled(
      TextForm(FrameSize.expected) { FrameSize($0) },
      JSONSchema.whole(ValuePatterns.size, like: ["1080p", "1920x"]), from: [])
  }
}

extension Kind<SoundLayout?> {
  fileprivate static var channels: Kind {
    choice([("auto", nil)] + SoundLayout.allCases.map { ($0.rawValue, $0) })
  }
}

extension Kind<[String: String]> {
  private static var metadataSchema: JSONValue {
    let text = JSONSchema.any(JSONSchema.number, JSONSchema.whole(FileMetadata.textPattern))
    let time = JSONSchema.form(
      [FileMetadata.creationName: JSONSchema.whole(FileMetadata.timePattern)], mayBeNull: true)
    guard case .object(var schema) = time else { preconditionFailure("a form's schema must be an object") }
    schema["patternProperties"] = .object([
      "^_": .flag(true), "^\(FileMetadata.namePattern)$": JSONSchema.orNull(text),
    ])
    schema["maxProperties"] = .number(Double(FileMetadata.maximumTexts))
    return JSONSchema.like([.object(["title": .text("Summer"), "date": .number(2026)])], .object(schema))
  }

  fileprivate static var metadata: Kind {
    Kind(
      nil,
      JSONForm(metadataSchema) { object, key in
        guard let meta = try object.object(key) else { return nil }
        var texts: [String: String] = [:]
        for name in meta.keys where meta.has(name) && !name.hasPrefix("_") {
          let text = try meta.spelling(name) ?? ""
          do throws(FileMetadata.Problem) { try FileMetadata.check(name, text) } catch {
            throw meta.problem("“\(error.value)” must be \(error.expected)")
          }
          texts[name] = text
        }
        guard meta.keys.count <= FileMetadata.maximumTexts else {
          throw meta.problem(
            "it has \(meta.keys.count) texts, but at most \(FileMetadata.maximumTexts) are allowed")
        }
        return texts
      })
  }
}
