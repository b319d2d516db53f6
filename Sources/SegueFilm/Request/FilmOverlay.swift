import SegueFields
import SegueImaging
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions

/// A picture, an animation, a video, a colour or another film over the film.
public struct FilmOverlay: Sendable, Hashable, TimedLayer {
  /// The source of an overlay's pictures and sound.
  public enum Source: Sendable, Hashable {
    /// A picture, an animation, a video, or the file of another film.
    case file(path: String)
    /// The bytes of a picture, an animation or a video; messages and reports call it `name`.
    case bytes([UInt8], name: String)
    /// A picture in memory, with its alpha.
    case snapshot(Snapshot)
    /// A plain colour, in the frame's shape by default.
    case color(RGBAColor)
    /// A linear gradient, in the frame's shape by default.
    case gradient(FilmGradient)

    /// The source as typed on the command line.
    package var text: String {
      if case .gradient(let gradient) = self { gradient.text } else { clip?.text ?? "" }
    }

    /// The source as a clip's source; `nil` for a gradient.
    var clip: FilmClip.Source? {
      switch self {
      case .file(let path): .file(path: path)
      case .bytes(let bytes, let name): .bytes(bytes, name: name)
      case .snapshot(let snapshot): .snapshot(snapshot)
      case .color(let color): .color(color)
      case .gradient: nil
      }
    }

    /// The cache key of a source in memory; `nil` for other sources.
    var memoryKey: String? { clip?.memoryKey }
  }

  package var source: Source
  package var timing: LayerTiming
  package var place: FilmTitle.Place
  package var size: Double
  package var margin: Double
  package var opacity: Double
  package var volume: Double?
  package var x: Double?
  package var y: Double?
  package var anchor: FilmTitle.Place?
  package var height: Double?
  package var shape: OverlayShape?
  package var border: OverlayBorder?
  package var shadow: RGBAColor?
  package var sourceStart: FilmClip.Position?
  package var sourceEnd: FilmClip.Position?
  package var speed: String?
  package var loops: Bool?
  package var filter: String?
  package var blend: BlendMode
  package var crop: PictureMotion.Part?
  package var track: String?
  package var typed = TypedWord()

  /// An overlay; by default it is the whole source in the top right corner.
  /// - Parameters:
  ///   - source: the source of the pictures and the sound.
  ///   - timing: the times in the film, the entrance, the exit and the path.
  ///   - place: the place in the frame, with `margin` from its edges.
  ///   - size: the width as a fraction of the frame's, 0.001 to 4. The height follows from the picture's aspect ratio,
  ///     or the frame's for a colour.
  ///   - margin: the distance from the edges as a fraction of the frame's width, 0 to 1.
  ///   - opacity: the opacity, 0 (invisible) to 1.
  ///   - volume: the change of the sound's volume in decibels, −120 to 120; `nil` means silence.
  ///   - x: the horizontal position of `anchor` as a fraction of the frame's width, −10 to 10; `nil` uses `place`.
  ///   - y: the vertical position of `anchor` as a fraction of the frame's height, −10 to 10; `nil` uses `place`.
  ///   - anchor: the point of the overlay at `x` and `y`; `nil` means its centre.
  ///   - height: the height as a fraction of the frame's, 0.001 to 4. The picture is cropped to this shape around its
  ///     centre.
  ///   - shape: the mask; `nil` means the full rectangle.
  ///   - border: a line inside the edge; `nil` for none.
  ///   - shadow: the colour of a soft drop shadow; `nil` for none.
  ///   - sourceStart: the in point in the source; `nil` means the source's start.
  ///   - sourceEnd: the out point in the source, exclusive; `nil` means the source's end.
  ///   - speed: the speed, as in ``FilmClip``. The speed of a film must be constant.
  ///   - loops: whether the source loops; `nil` means true for an animation and false for a video.
  ///   - filter: the filter chain as text. Its `p` goes from 0 at the overlay's first frame in the film to 1 at its
  ///     last.
  ///   - blend: the blend mode onto the layers below, W3C's or Photoshop's.
  ///   - crop: the visible part of the picture; `nil` means all of it.
  ///   - track: the sound track, as in ``FilmClip``; `nil` means the default track, else the first.
  public init(
    _ source: Source, timing: LayerTiming = LayerTiming(), place: FilmTitle.Place = .topRight,
    size: Double = 0.2, margin: Double = 0.03, opacity: Double = 1, volume: Double? = nil, x: Double? = nil,
    y: Double? = nil, anchor: FilmTitle.Place? = nil, height: Double? = nil, shape: OverlayShape? = nil,
    border: OverlayBorder? = nil, shadow: RGBAColor? = nil, sourceStart: FilmClip.Position? = nil,
    sourceEnd: FilmClip.Position? = nil, speed: String? = nil, loops: Bool? = nil, filter: String? = nil,
    blend: BlendMode = .normal, crop: PictureMotion.Part? = nil, track: String? = nil
  ) {
    self.source = source
    self.timing = timing
    self.place = place
    self.size = size
    self.margin = margin
    self.opacity = opacity
    self.volume = volume
    self.x = x
    self.y = y
    self.anchor = anchor
    self.height = height
    self.shape = shape
    self.border = border
    self.shadow = shadow
    self.sourceStart = sourceStart
    self.sourceEnd = sourceEnd
    self.speed = speed
    self.loops = loops
    self.filter = filter
    self.blend = blend
    self.crop = crop
    self.track = track
  }

  package static var standardFade: Double { 0 }

  /// The whole file in the top right corner.
  package init(path: String) { self.init(.file(path: path)) }

  /// The file's path; `nil` for other sources.
  package var path: String? { source.clip?.path }

  var clip: FilmClip {
    var clip = FilmClip(.file(path: source.text))
    clip.start = sourceStart
    clip.end = sourceEnd
    clip.speed = speed
    clip.crop = crop
    clip.track = track
    return clip
  }
}

extension FilmOverlay: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<FilmOverlay>(FilmOverlay(path: ""), [
    .value("src", \.source, .overlay, """
      a picture; an animation, which loops; a picture sequence such as `shots/%03d.png`, which loops at the \
      film's rate; a video, which disappears at its end; `"color:#rrggbb"`; `"gradient:navy:black:45"`, 2 to 16 colours and \
      their direction in degrees (90, downwards); or another film file
      """).required,
    .value("at", \.place, .word.unlisted, "one of the places of a title's `at`"),
    .value("size", \.size, .number(sizes, "frame widths"),
      "the width as a fraction of the frame's").hint("of the frame's width, default: 0.2"),
    .optional("height", \.height, .number(sizes, "frame heights"),
      "the height as a fraction of the frame's; the picture is cropped to this shape",
      or: "in proportion to the picture, or to the frame for a colour")
      .applies(where: { $0.shape != .circle }, because: ", since it is a circle"),
    .value("margin", \.margin, .number(FilmBounds.share, "frame widths"),
      "the distance from the edges, as a fraction of the frame's width"),
    .value("opacity", \.opacity, .number(FilmBounds.share), "the opacity"),
    .optional("shape", \.shape, .shape,
      "`\"rounded:0.1\"`, with a radius of 0 to 0.5 of its shorter side, or `\"circle\"`, cut from the central square",
      or: "a rectangle"),
    .optional("border", \.border, .border, """
      a line inside the edge, `"0.005:gold"`: its width as a fraction of the frame's width, and its colour; a \
      number alone is a white line
      """),
    .value("shadow", \.shadow, .colorOrNone, "the colour of a soft drop shadow"),
    .optional("in", \.sourceStart, .inSource,
      "the start time in a video or a film, as for a clip", or: "the source's start", property: "sourceStart").onVideo,
    .optional("out", \.sourceEnd, .inSource, "the end time, as for a clip", or: "the source's end", property: "sourceEnd").onVideo,
    .optional("speed", \.speed, .speed, "the speed, as for a clip", or: "1").onVideo,
    .optional("loop", \.loops, .flagOrText, "whether the source loops", or: "true for an animation")
      .applies(where: { $0.loops == false || $1.isMoving }, because: ", since it is a still"),
    .optional("filter", \.filter, .chain,
      "a chain of filters, drawn at the overlay's size; `p` goes from 0 at its first frame in the film to 1 at its last"),
    .value("blend", \.blend, .word.unlisted,
      "the blend mode: `\"multiply\"`, `\"screen\"` and the other modes of `blend` in `segue list filters`"),
    .optional("crop", \.crop, .crop, "the visible part of the picture, as for a clip", or: "all")
      .applies(where: { !$1.isFill }, because: ", since it is a colour"),
    .optional("track", \.track, .track(mayBePair: true), "the sound track, as for a clip", or: "as for a clip")
      .applies(where: { $0.volume != nil }, because: ", since it is silent without volume"),
    .optional("volume", \.volume, .level, "the volume of the overlay's sound, `\"0dB\"`", or: "silent").hint("default: silent")
      .applies(where: { $1.hasSound }, because: ", since it has no sound"),
  ], layerFields)

  /// The range of widths and heights, in frame widths and heights.
  private static let sizes = 0.001...4.0
  /// The schema of a file's path, a colour or a gradient.
  static let sourceSchema = JSONSchema.any(
    JSONSchema.like([.text("logo.png")], JSONSchema.text("^(?!color:|gradient:)[\\s\\S]")),
    JSONSchema.whole("color:" + ValuePatterns.color, like: ["color:#336699"]),
    JSONSchema.whole(FilmGradient.form, like: ["gradient:navy:black:45"]))
}

extension Field<FilmOverlay> {
  fileprivate func applies(
    where condition: @escaping @Sendable (FilmOverlay, OverlayContent) -> Bool, because reason: String
  ) -> Field { applies(in: OverlayContent.self, where: condition, because: reason) }

  fileprivate var onVideo: Field { applies(where: { $1.isMoving }, because: ", since it is a still") }
}

extension Kind<FilmOverlay.Source> {
  fileprivate static var overlay: Kind {
    Kind(
      nil,
      JSONForm(
        JSONSchema.described(
          FilmOverlay.sourceSchema,
          "A file, which may be another film's, color:#rrggbb, or gradient:COLOUR:COLOUR:DEGREES.")
      ) { object, key in
        guard let text = try object.word(key) else { return nil }
        if text.hasPrefix("color:") { return .color(try object.color(String(text.dropFirst(6)))) }
        guard text.hasPrefix(FilmGradient.prefix) else { return .file(path: object.path(text)) }
        guard let gradient = FilmGradient(text) else { throw object.refusal(key, FilmGradient.expected) }
        return .gradient(gradient)
      },
      check: { (source) throws(Refusal) in
        guard case .gradient(let gradient) = source else { return }
        let count = Double(gradient.colors.count)
        do throws(Refusal) { try Bounds(FilmGradient.counts).check(count) } catch {
          throw error.inside(".colors")
        }
        try Bounds(FilmGradient.directions, "degrees").check(gradient.degrees)
      })
  }
}

extension Kind<OverlayShape> {
  fileprivate static var shape: Kind {
    .spelled(
      TextForm(
        OverlayShape.expected, suggestion: { NameSuggestion.words(for: $0, in: ["circle", "rounded:0.1"]) }
      ) { OverlayShape($0) },
      JSONSchema.whole(OverlayShape.form, like: ["circle", "rounded:0.1"]), write: { .text($0.text) },
      check: { (shape) throws(Refusal) in
        guard case .rounded(let radius) = shape else { return }
        try Bounds(OverlayShape.radii, "of its shorter side").check(radius)
      })
  }
}

extension Kind<OverlayBorder> {
  fileprivate static var border: Kind {
    let bounds = Bounds(FilmBounds.share, "frame widths")
    return .spelled(
      TextForm(
        OverlayBorder.expected,
        suggestion: { NameSuggestion.words(forColor: String($0.drop { $0 != ":" }.dropFirst())) }
      ) { OverlayBorder($0) },
      JSONSchema.any(bounds.schema, JSONSchema.whole(OverlayBorder.form, like: ["0.005:gold"])),
      write: { .text($0.text) }, check: { (border) throws(Refusal) in try bounds.check(border.width) })
  }
}
