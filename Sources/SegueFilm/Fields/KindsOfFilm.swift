import SegueFields
import SegueMedia
import SegueMotion
import SegueRun
import SegueTransitions

// Kinds of times, volumes, filter chains, speeds, tracks and rectangles of pictures.

extension Kind<FilmClip.Position> {
  /// The schema of seconds as a number or a text, or of frames as a text.
  package static func schema(_ range: ClosedRange<Double>, hasFrames: Bool = true) -> JSONValue {
    let maximum = Int(range.upperBound)
    let milliseconds = ValuePatterns.decimal(upTo: Int(FilmBounds.sourceSeconds.upperBound))
    let forms =
      ["\(ValuePatterns.decimal(upTo: maximum))s?", milliseconds + "ms", ValuePatterns.clock(upTo: maximum)]
      + (hasFrames ? [ValuePatterns.whole(upTo: FilmBounds.frames.upperBound) + "f"] : [])
    let sign = range.lowerBound < 0 ? "-?" : ""
    let examples = ["1:02.5"] + (hasFrames ? ["75f"] : []) + (sign.isEmpty ? [] : ["-2.5"])
    return JSONSchema.any(
      JSONSchema.number(range),
      JSONSchema.whole("\(sign)(?:\(forms.joined(separator: "|")))", like: examples))
  }

  private static func time(
    _ range: ClosedRange<Double>, _ schema: @autoclosure @escaping @Sendable () -> JSONValue,
    expected: String = FilmClip.Position.expected
  ) -> Kind {
    Kind(
      TextForm(expected) { text in
        let position = FilmClip.Position(text, mayCountFromEnd: range.lowerBound < 0)
        return range.lowerBound < 0 && (try? position?.check(range)) == nil ? nil : position
      },
      JSONForm(
        schema(), write: { if case .seconds(let seconds) = $0 { .number(seconds) } else { .text($0.text) } }
      ) { try $0.position($1, in: range) },
      check: { (time) throws(Refusal) in try time.check(range) })
  }

  package static var inFilm: Kind { time(FilmBounds.seconds, JSONSchema.reference("inFilm")) }
  static var inSource: Kind { time(FilmBounds.sourceSeconds, schema(FilmBounds.sourceSeconds)) }
  /// A time in a film. Negative values count from the film's end.
  static var fromEnd: Kind {
    time(
      FilmBounds.secondsFromEnd, JSONSchema.reference("fromEnd"),
      expected: "seconds, 1:02.5, frames such as 75f, or -2.5 from the film's end")
  }
}

extension Kind<Double> {
  /// Seconds in a film, 0 to 86,400.
  static var seconds: Kind { number(FilmBounds.seconds, "s").unlisted }

  /// Seconds as a number or a text such as `1:02.5`, but not as frames.
  static func seconds(_ range: ClosedRange<Double>, expected: String) -> Kind {
    Kind(
      TextForm(expected) { if case .seconds(let seconds)? = FilmClip.Position($0) { seconds } else { nil } },
      JSONForm(Kind<FilmClip.Position>.schema(range, hasFrames: false), write: { .number($0) }) {
        object, key in
        switch try object.position(key, in: range) {
        case .seconds(let seconds): return seconds
        case .frames: throw object.problem("“\(key)” must be seconds, not frames")
        case nil: return nil
        }
      }, check: Bounds(range, "s").check)
  }
}

extension FilmClip.Position {
  /// The accepted spellings of a time.
  static let expected = "seconds, 1:02.5, or frames such as 75f"

  /// The time as typed on the command line.
  var text: String {
    switch self {
    case .seconds(let seconds): seconds.typed
    case .frames(let frames): "\(frames)f"
    }
  }
}

extension JSONObject {
  /// Seconds as a number or a text such as `1:02.5`, within `range`, or frames as a text such as `75f`.
  fileprivate func position(
    _ key: String, in range: ClosedRange<Double>
  ) throws(JSONProblem) -> FilmClip.Position? {
    let position = try value(key, "seconds, \"1:02.5\", or frames such as \"75f\"") { value in
      value.number.map { FilmClip.Position.seconds($0) }
        ?? value.text.flatMap { FilmClip.Position($0, mayCountFromEnd: range.lowerBound < 0) }
    }
    do throws(FilmError) { try position?.check("“\(key)”", range) } catch { throw problem("\(error)") }
    return position
  }
}

extension Kind<Double> {
  /// A change of volume in decibels or per cent. A bare number is an error, since it is ambiguous.
  static var level: Kind {
    let decibels = "[+-]?" + ValuePatterns.decimal(upTo: Int(FilmBounds.volume.upperBound))
    return .spelled(
      TextForm(SoundLevel.spellings) { SoundLevel.decibels($0) },
      JSONSchema.described(
        JSONSchema.whole(
          " *(?:\(decibels) *[dD][bB]|[+]?\(ValuePatterns.decimal(upTo: 100_000_000)) *%)",
          like: ["-6dB", "50%"]),
        "A change of volume such as \"-6dB\", or a share such as \"50%\"."),
      write: { .text("\($0.typed)dB") }, check: Bounds(FilmBounds.volume, "dB").check)
  }

  /// The change of the music's volume under the clips' sound. A film file has an object with the key `by`.
  static var duck: Kind {
    let bounds = Bounds(FilmBounds.duck, "dB")
    let lowered = ValuePatterns.decimal(upTo: Int(-FilmBounds.duck.lowerBound))
    let change = JSONSchema.any(
      bounds.schema,
      JSONSchema.whole(" *(?:-\(lowered)|[+]?0*(?:0\\.?|\\.0)0*) *[dD][bB]", like: ["-12dB"]))
    return Kind(
      TextForm("a change of \(bounds.expected), such as -12dB") {
        (Double($0) ?? SoundLevel.decibels($0)).flatMap { bounds.contains($0) ? $0 : nil }
      },
      JSONForm(JSONSchema.form(["by": change], mayBeNull: true), write: { .text("\($0.typed)dB") }) {
        object, key in
        guard let duck = try object.object(key) else { return nil }
        let decibels = try duck.value("by", "decibels such as \"-3dB\"") { value in
          value.number ?? value.text.flatMap { $0.hasSuffix("%") ? nil : SoundLevel.decibels($0) }
        }
        try duck.finish()
        if let decibels, !bounds.contains(decibels) {
          throw object.problem("“\(key)” is \(bounds.text(decibels)), but must be \(bounds.expected)")
        }
        return decibels
      }, check: bounds.check)
  }
}

extension Kind<String> {
  /// A chain of filters. A chain from the command line is checked later, with the whole film.
  static var chain: Kind {
    Kind(
      TextForm("a chain of filters", words: { FilterCatalogue.builtIn.filters.map(\.name) }) { $0 },
      JSONForm(
        JSONSchema.described(
          JSONSchema.text(like: ["invert()", "blur(0.1*p)"]),
          "A chain of filters, as listed by segue list filters."),
        write: { .text($0) }
      ) { object, key in
        guard let text = try object.text(key) else { return nil }
        do { _ = try RequestFilters(FilterTexts(result: text)) } catch let error as FilterError {
          throw object.problem("“\(key)”: \(error.formula)")
        }
        return text
      })
  }

  /// A speed. Its expression is parsed later, where errors can name the source.
  static var speed: Kind {
    let bounds = Bounds(ClipSpeed.range)
    return .spelled(
      TextForm("\(bounds.words), or an expression of p such as keys(0:1,0.5:0.2,1:1)") { $0 },
      JSONSchema.any(bounds.schema, JSONSchema.like([.text("1+p")], JSONSchema.word)), write: { .text($0) })
  }

  static func track(mayBePair: Bool) -> Kind {
    let expected =
      mayBePair ? TrackChoice.expected : "a number such as 2, or a language such as deu"
    @Sendable func isChoice(_ text: String) -> Bool {
      switch TrackChoice(text) {
      case .number, .language: true
      case .pair: mayBePair
      case nil: false
      }
    }
    let number = "0*[1-9][0-9]?"
    let pair = mayBePair ? "(\\+\(number))?" : ""
    return .spelled(
      TextForm(expected) { isChoice($0) ? $0 : nil },
      JSONSchema.any(
        JSONSchema.whole(
          "(\(number)\(pair)|[A-Za-z]{2,3})", like: mayBePair ? ["deu", "1+2"] : ["deu"]),
        Kind<Int>.count(1...99).schema),
      check: { (text) throws(Refusal) in if !isChoice(text) { throw Refusal(text, expected: expected) } })
  }
}

extension Kind<PictureMotion.Part> {
  private static var fractions: JSONValue {
    let place = Bounds(FilmBounds.share).schema
    let side = Bounds(PictureMotion.Part.sides, isAbove: true).schema
    let example = JSONValue.list([0.1, 0.2, 0.5, 0.5].map { .number($0) })
    return JSONSchema.like(
      [example],
      .object([
        "type": .text("array"), "prefixItems": .list([place, place, side, side]), "minItems": .number(4),
        "maxItems": .number(4),
      ]))
  }

  private static var expected: String { "[x, y, width, height] in fractions, within the picture" }

  @Sendable private static func check(_ part: PictureMotion.Part) throws(Refusal) {
    if part.isWithinPicture { return }
    throw Refusal("[\(part.numbers.map(\.typed).joined(separator: ", "))]", expected: expected)
  }

  /// A rectangle of a picture as a list of fractions.
  static var part: Kind {
    Kind(
      nil,
      JSONForm(JSONSchema.described(fractions, "[x, y, width, height] as fractions of the picture.")) {
        object, key in
        guard let values = try object.numbers(key) else { return nil }
        guard let part = PictureMotion.Part(values) else {
          throw object.problem("“\(key)” must be \(expected)")
        }
        return part
      }, check: check)
  }

  /// A rectangle of a picture as a text, or as a list of fractions.
  static var crop: Kind {
    let share = ValuePatterns.decimal(upTo: 1)
    return .spelled(
      TextForm("LEFT:TOP:WIDTH:HEIGHT, as fractions of the picture and within it") { text in
        let numbers = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "," }.map {
          Double($0)
        }
        return numbers.contains(nil) ? nil : PictureMotion.Part(numbers.compactMap(\.self))
      },
      JSONSchema.any(JSONSchema.whole("\(share)(?:[:,]\(share)){3}", like: ["0:0.1:1:0.5"]), fractions),
      from: [.number, .list], write: { .text($0.numbers.map(\.typed).joined(separator: ":")) }, check: check)
  }
}

extension PictureMotion.Part {
  var numbers: [Double] { [x, y, width, height] }

  /// A rectangle from `[x, y, width, height]`; `nil` for another count or a rectangle outside of the picture.
  init?(_ numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    if !isWithinPicture { return nil }
  }
}
