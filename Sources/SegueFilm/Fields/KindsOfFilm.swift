import SegueMedia
import SegueMotion
import SegueRun
import SegueTransitions

// Times, levels, curves, chains of filters, tracks and parts of pictures.

extension Kind<FilmClip.Position> {
  /// The schema of seconds as a number or a text, or of frames as a text.
  package static func schema(_ range: ClosedRange<Double>, hasFrames: Bool = true) -> JSONValue {
    let maximum = Int(range.upperBound)
    let milliseconds = TextForms.decimal(upTo: Int(FilmBounds.sourceSeconds.upperBound))
    let forms =
      ["\(TextForms.decimal(upTo: maximum))s?", milliseconds + "ms", TextForms.clock(upTo: maximum)]
      + (hasFrames ? [TextForms.whole(upTo: FilmBounds.frames.upperBound) + "f"] : [])
    let sign = range.lowerBound < 0 ? "-?" : ""
    return JSONSchema.any(
      JSONSchema.number(range), JSONSchema.whole("\(sign)(?:\(forms.joined(separator: "|")))"))
  }

  private static func time(
    _ range: ClosedRange<Double>, _ schema: @autoclosure @escaping @Sendable () -> JSONValue,
    expected: String = FilmClip.Position.expected,
    _ parse: @escaping @Sendable (String) -> FilmClip.Position? = { FilmClip.Position($0) }
  ) -> Kind {
    Kind(
      schema: schema(), expected: expected, read: { try $0.position($1, in: range) },
      parse: { text, _ in parse(text) },
      check: { (time, place) throws(FilmError) in try time.check(place, range) },
      write: { if case .seconds(let seconds) = $0 { .number(seconds) } else { .text($0.text) } })
  }

  static var inFilm: Kind { time(FilmBounds.seconds, JSONSchema.reference("inFilm")) }
  static var inSource: Kind { time(FilmBounds.sourceSeconds, schema(FilmBounds.sourceSeconds)) }
  /// A time in a film. Negative values count from the film's end.
  static var fromEnd: Kind {
    let range = FilmBounds.secondsFromEnd
    return time(
      range, JSONSchema.reference("fromEnd"),
      expected: "seconds, 1:02.5, frames such as 75f, or -2.5 from the film's end"
    ) { text in
      let position = FilmClip.Position(text, mayCountFromEnd: true)
      return (try? position?.check("", range)) == nil ? nil : position
    }
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
  func position(
    _ key: String, in range: ClosedRange<Double> = FilmBounds.seconds
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
  static var secondsInSource: Kind {
    let range = FilmBounds.sourceSeconds
    return Kind(
      schema: Kind<FilmClip.Position>.schema(range, hasFrames: false),
      expected: "seconds in the file, or 1:02.5",
      read: { object, key in
        guard let time = try object.position(key, in: range) else { return nil }
        guard case .seconds(let seconds) = time else {
          throw object.problem("“\(key)” must be seconds, not frames")
        }
        return seconds
      },
      parse: { text, _ in if case .seconds(let seconds)? = FilmClip.Position(text) { seconds } else { nil } },
      check: { (value, place) throws(FilmError) in try FilmBounds.check(value, in: range, place, "s") },
      write: { .number($0) })
  }

  /// A change of volume in decibels or per cent. A bare number is an error, since it is ambiguous.
  static var level: Kind {
    let decibels = "[+-]?" + TextForms.decimal(upTo: Int(FilmBounds.volume.upperBound))
    return Kind(
      schema: JSONSchema.described(
        JSONSchema.whole(" *(?:\(decibels) *[dD][bB]|[+]?\(TextForms.decimal(upTo: 100_000_000)) *%)"),
        "A change of volume such as \"-6dB\", or a share such as \"50%\"."),
      expected: SoundLevel.spellings,
      read: { object, key in
        guard let value = object.value(key) else { return nil }
        guard let decibels = value.text.flatMap({ SoundLevel.decibels($0) }) else {
          throw object.problem("“\(key)” is \(value.typed), but must be \(SoundLevel.spellings)")
        }
        return decibels
      }, parse: { text, _ in SoundLevel.decibels(text) },
      check: { (value, place) throws(FilmError) in
        try FilmBounds.check(value, in: FilmBounds.volume, place, "dB")
      }, write: { .text("\($0.typed)dB") })
  }

  /// The change of the music's volume under the clips' sound; in a film file an object with the key `by`.
  static var duck: Kind {
    let range = FilmBounds.duck
    let lowered = TextForms.decimal(upTo: Int(-range.lowerBound))
    let change = JSONSchema.any(
      JSONSchema.number(range),
      JSONSchema.whole(" *(?:-\(lowered)|[+]?0*(?:0\\.?|\\.0)0*) *[dD][bB]"))
    return Kind(
      schema: JSONSchema.form(["by": change], mayBeNull: true),
      expected: "a change of -120 to 0 dB, such as -12dB",
      read: { object, key in
        guard let duck = try object.object(key) else { return nil }
        let decibels = try duck.value("by", "decibels such as \"-3dB\"") { value in
          value.number ?? value.text.flatMap { $0.hasSuffix("%") ? nil : SoundLevel.decibels($0) }
        }
        try duck.finish()
        if let decibels, decibels > 0 {
          throw object.problem("“\(key)” is \(decibels.typed) dB, but must be 0 dB or less")
        }
        return decibels
      },
      parse: { text, _ in
        (Double(text) ?? SoundLevel.decibels(text)).flatMap { range.contains($0) ? $0 : nil }
      }, check: { (value, place) throws(FilmError) in try FilmBounds.check(value, in: range, place, "dB") },
      write: { .text("\($0.typed)dB") })
  }
}

extension Kind<TimingCurve> {
  static var curve: Kind {
    Kind(
      schema: JSONSchema.text, expected: "a curve such as ease-out",
      read: { object, key in
        guard let text = try object.text(key) else { return nil }
        do { return try TimingCurve(parsing: text) } catch { throw object.problem("“\(key)”: \(error)") }
      },
      parse: { (text, place) throws(FilmError) in
        do throws(TimingCurveError) { return try TimingCurve(text: text) } catch {
          throw .curve(place: place, error)
        }
      }, check: { (curve, place) throws(FilmError) in try FilmBounds.check(curve, place) },
      write: { .text("\($0)") }, words: { TimingCurve.named.map(\.name) })
  }
}

extension Kind<FrameRate> {
  static var rate: Kind {
    Kind(
      schema: JSONSchema.rate,
      expected: "frames per second of a sequence of pictures, such as 24 or 30000/1001",
      read: { try $0.rate($1) }, parse: { text, _ in try? FrameRate(parsing: text) })
  }
}

extension Kind<String> {
  /// A chain of filters. The chain of a typed setting is checked with the whole film.
  static var chain: Kind {
    Kind(
      schema: JSONSchema.described(JSONSchema.text, "A chain of filters: segue list filters."),
      expected: "a chain of filters",
      read: { object, key in
        guard let text = try object.text(key) else { return nil }
        do { _ = try RequestFilters(FilterTexts(result: text)) } catch let error as FilterError {
          throw object.problem("“\(key)”: \(error.formula)")
        }
        return text
      }, parse: { text, _ in text }, words: { FilterCatalogue.builtIn.filters.map(\.name) })
  }

  /// A speed. Its expression is parsed later, where errors can name the source.
  static var speed: Kind {
    let bounds = "\(ClipSpeed.range.lowerBound.typed) to \(ClipSpeed.range.upperBound.typed)"
    return .spelled(
      "\(bounds), or an expression of p such as keys(0:1,0.5:0.2,1:1)",
      JSONSchema.any(JSONSchema.number(ClipSpeed.range), JSONSchema.word)
    ) { $0 }
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
      expected,
      JSONSchema.any(JSONSchema.whole("(\(number)\(pair)|[A-Za-z]{2,3})"), Kind<Int>.count(1...99).schema),
      check: { (text, place) throws(FilmError) in
        if !isChoice(text) { throw .value(place: place, value: text, expected: expected) }
      }
    ) { isChoice($0) ? $0 : nil }
  }
}

extension Kind<PictureMotion.Part> {
  private static var fractions: JSONValue {
    let place = JSONSchema.number(FilmBounds.share)
    let side = JSONValue.object([
      "type": .text("number"), "exclusiveMinimum": .number(PictureMotion.Part.smallest),
      "maximum": .number(1),
    ])
    return .object([
      "type": .text("array"), "prefixItems": .list([place, place, side, side]), "minItems": .number(4),
      "maxItems": .number(4),
    ])
  }

  private static var expected: String { "[x, y, width, height] in fractions, within the picture" }

  @Sendable private static func check(_ part: PictureMotion.Part, _ place: String) throws(FilmError) {
    if part.isWithinPicture { return }
    let numbers = part.numbers.map(\.typed).joined(separator: ", ")
    throw .value(place: place, value: "[\(numbers)]", expected: expected)
  }

  /// A rectangle of a picture as a list of fractions.
  static var part: Kind {
    Kind(
      schema: JSONSchema.described(fractions, "[x, y, width, height] as fractions of the picture."),
      read: { object, key in
        guard let values = try object.numbers(key) else { return nil }
        guard let part = PictureMotion.Part(values) else {
          throw object.problem("“\(key)” must be \(expected)")
        }
        return part
      }, check: check)
  }

  /// A rectangle of a picture as typed text, or as a list.
  static var crop: Kind {
    let share = TextForms.decimal(upTo: 1)
    return .spelled(
      "LEFT:TOP:WIDTH:HEIGHT, as fractions of the picture and within it",
      JSONSchema.any(JSONSchema.whole("\(share)(?:[:,]\(share)){3}"), fractions),
      text: { object, key in
        guard object.value(key)?.list != nil else { return try object.spelling(key) }
        return try object.numbers(key)?.map(\.typed).joined(separator: ":")
      }, check: check
    ) { text in
      let numbers = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "," }.map { Double($0) }
      return numbers.contains(nil) ? nil : PictureMotion.Part(numbers.compactMap(\.self))
    }
  }
}

extension PictureMotion.Part {
  var numbers: [Double] { [x, y, width, height] }

  /// A rectangle from `[x, y, width, height]`; `nil` for another count, and if it exceeds the picture.
  init?(_ numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    if !isWithinPicture { return nil }
  }
}
