import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueText

/// Burnt-in subtitles: the script for libass, and the frames with subtitles.
struct SubtitleLayer: Layer {
  private let script: String
  /// The factor from film milliseconds to the script's. It is 10 for a script made from cues, which has
  /// milliseconds in the field for centiseconds.
  fileprivate let scale: Int
  fileprivate let rate: FrameRate
  private let size: ImageSize
  private let name: String
  /// The film frames with a subtitle, in order.
  let frames: [Range<Int>]
  let notices: [Notice]

  /// Reads the file `source`.
  /// - Throws: `SystemError.unreadable`; `.badData` with the line.
  init(_ source: FileSource, in plan: FilmPlan) throws {
    let name = source.name
    self.name = name
    rate = plan.rate
    size = plan.size
    var notices: [Notice] = []
    let file = try SubtitleFile(source.read(), name: name) { notices.append($0) }
    switch file {
    case .cues(let cues):
      let placed = Self.avoidingTitles(cues, plan)
      (script, scale) = (SubStation.script(placed.cues, width: size.width, height: size.height), 10)
      notices += placed.covered.map {
        Notice(.warning, "the title “\($0)” and subtitles of \(name) overlap")
      }
    case .script(let text, _): (script, scale) = (text, 1)
    }
    if let (count, example) = Self.unknownCharacters(in: file.texts) {
      notices.append(.missingGlyphs(count, of: "the subtitles \(name)", like: example))
    }
    let (rate, film) = (plan.rate, 0..<plan.timeline.forwardCount)
    frames =
      file.times.map { time in
        (rate.frame(notBefore: time.lowerBound)..<rate.frame(notBefore: time.upperBound)).clamped(to: film)
      }.merged
    if file.times.isEmpty {
      notices.append(SubtitleFile.emptyNotice(name))
    } else if frames.isEmpty {
      notices.append(Notice(.warning, "no subtitle of \(name) falls within the film"))
    }
    self.notices = notices.at(Place("film.subtitles"))
  }

  /// The cues, and the titles that they overlap. A cue moves to the top if, during the cue, a title is at the
  /// bottom and none at the top.
  private static func avoidingTitles(
    _ cues: [SubtitleCue], _ plan: FilmPlan
  ) -> (cues: [SubtitleCue], covered: [String]) {
    let titles = EdgeTitles(plan, time: plan.rate.milliseconds(ofFrame:))
    var (cues, covered) = (cues, [String]())
    for (index, cue) in cues.enumerated() where cue.alignment ?? 2 <= 3 && !cue.placesItself {
      switch titles.room(in: cue.start..<cue.end) {
      case .bottom: break
      case .top: cues[index].alignment = (cue.alignment ?? 2) + 6
      case .none(let title): if !covered.contains(title) { covered.append(title) }
      }
    }
    return (cues, covered)
  }

  /// The number of characters without a glyph in any installed font, and the first of them; `nil` if all
  /// have glyphs or Pango is missing.
  static func unknownCharacters(
    in texts: some Sequence<String>, font: String = "Sans"
  ) -> (count: Int, example: Character)? {
    var found: Set<Unicode.Scalar> = []
    for text in texts { found.formUnion(text.unicodeScalars.lazy.filter { !$0.isASCII }) }
    let characters = found.sorted()
    let style = TextStyle(font: font, size: 10)
    func count(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
      let text = scalars.map { String($0) }.joined(separator: "\n")
      return (try? TextPicture.measure(text, style).unknownGlyphCount) ?? 0
    }
    // Measure all characters at once, since most texts have no missing glyph.
    let all = count(characters)
    guard all > 0, let example = characters.first(where: { count([$0]) > 0 }) else { return nil }
    return (all, Character(example))
  }

  func fingerprint(of range: Range<Int>, _ chunk: ChunkFingerprint) throws -> String? {
    let seen = frames.filter { $0.overlaps(range) }
    if seen.isEmpty { return nil }
    let places = seen.map { chunk.place($0, in: range) }.joined(separator: " ")
    let start = rate.milliseconds(ofFrame: range.lowerBound)
    return "subtitles \(places) from \(start) ms of \(ContentHash(Array(script.utf8)).hash)"
  }

  var span: Range<Int> { (frames.first?.lowerBound ?? 0)..<(frames.last?.upperBound ?? 0) }
  var coverWords: String { "a subtitle covers" }

  func open(_ frames: Range<Int>) -> any LayerPainter { SubtitleLayerPainter(self) }

  func painter() throws -> SubtitlePainter {
    do {
      return try SubtitlePainter(script: script, size: size)
    } catch SubtitleError.libraryMissing {
      throw SystemError.libraryMissing(name: "libass", use: .subtitles(package: "libass9"))
    } catch {
      throw SystemError.badData(path: name, reason: "libass cannot read it")
    }
  }
}

/// Draws subtitles with libass, which is opened for the first subtitle.
private final class SubtitleLayerPainter: LayerPainter {
  private let subtitles: SubtitleLayer
  private var painter: SubtitlePainter?

  init(_ subtitles: SubtitleLayer) { self.subtitles = subtitles }

  func layers(at index: Int) throws -> [RecipeLayer] {
    guard let last = subtitles.frames.last(at: index, \.self), subtitles.frames[last].contains(index) else {
      return []
    }
    let painter = try self.painter ?? subtitles.painter()
    self.painter = painter
    let milliseconds = subtitles.rate.milliseconds(ofFrame: index)
    guard let shown = painter.picture(atMilliseconds: milliseconds * subtitles.scale) else { return [] }
    return [RecipeLayer(shown.picture, x: shown.x, y: shown.y)]
  }
}

extension SubtitleCue {
  /// Whether the file sets the cue's distance from an edge, or its text has a position tag.
  fileprivate var placesItself: Bool {
    inset != nil || text.contains("{\\a") || text.contains("{\\pos")
  }
}

extension Notice {
  /// The warning about `count` characters of `part` without a glyph, with the packages that have most glyphs.
  static func missingGlyphs(
    _ count: Int, of part: String, like example: Character? = nil, property: String? = nil
  ) -> Notice {
    let examples = example.map { ", such as “\($0)”" } ?? ""
    return Notice(
      of: property,
      "no font has \(count) of the characters of \(part)\(examples); they become boxes: install fonts-noto-core, "
        + "fonts-noto-cjk (Chinese, Japanese, Korean) or fonts-noto-color-emoji")
  }
}

extension FrameRate {
  /// The time of frame `index` in whole milliseconds, for films of at most a day.
  func milliseconds(ofFrame index: Int) -> Int { index * 1000 * denominator / numerator }

  func frame(notBefore milliseconds: Int) -> Int {
    (milliseconds * numerator + 1000 * denominator - 1) / (1000 * denominator)
  }
}
