/// **Source:** the SubStation Alpha specification, version 4.00+, and libass.
package enum SubStation {
  package struct Event: Sendable, Hashable {
    /// The time range in milliseconds. An empty range is valid, because programs write it on
    /// purpose.
    package let time: Range<Int>
    package let text: String
  }

  static func events(_ lines: SubtitleLines) throws(SubtitleProblem) -> [Event] {
    var isEvents = false
    var start = 1
    var end = 2
    var count = 10
    var events: [Event] = []
    for (index, line) in lines.all.enumerated() {
      if line.hasPrefix("[") {
        isEvents = line.lowercased().hasPrefix("[events]")
      } else if isEvents, line.hasPrefix("Format:") {
        let names = line.dropFirst(7).split(separator: ",").map { $0.drop { $0 == " " }.lowercased() }
        start = names.firstIndex { $0.hasPrefix("start") } ?? start
        end = names.firstIndex { $0.hasPrefix("end") } ?? end
        count = max(1, names.count)
      } else if isEvents, line.hasPrefix("Dialogue:") {
        let fields = line.dropFirst(9)
          .split(separator: ",", maxSplits: count - 1, omittingEmptySubsequences: false)
        func time(_ field: Int) -> Int? {
          fields.indices.contains(field)
            ? SubtitleTime.milliseconds(fields[field].drop { $0 == " " }, hasHours: true) : nil
        }
        guard let first = time(start), let last = time(end) else {
          throw SubtitleProblem(
            line: index + 1,
            reason: "\(SubtitleLines.quoted(line)) has no times such as 0:01:02.50,0:01:04.00")
        }
        // The text is the last field.
        let text = fields.count == count ? String(fields[count - 1]) : ""
        events.append(Event(time: first..<max(first, last), text: text))
      }
    }
    return events
  }

  /// A script that shows `cues` in frames of `width` by `height` pixels, in white letters with a
  /// dark outline. The script's clock has hundredths of a second, which are too coarse. Each
  /// hundredth therefore means a millisecond.
  package static func script(_ cues: [SubtitleCue], width: Int, height: Int) -> String {
    let size = Double(min(width, height)) * 0.06
    func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    let margins = "\(width * 6 / 100),\(width * 6 / 100),\(height * 5 / 100)"
    let colors = "&H00FFFFFF,&H00FFFFFF,&H00000000,&H80000000"
    let head = """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: \(width)
      PlayResY: \(height)
      WrapStyle: 0
      ScaledBorderAndShadow: yes

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
      StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      Style: Default,Sans,\(number(size)),\(colors),0,0,0,0,100,100,0,0,1,\(number(size / 18)),\(number(size / 30)),2,\
      \(margins),1

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

      """
    let events = cues.map { cue in
      let place = cue.alignment.map { "{\\an\($0)}" } ?? ""
      // A margin of 0 selects the style's margin.
      let margin = cue.inset.map { max(1, Int(($0 * Double(height)).rounded())) } ?? 0
      let times = "\(time(cue.start)),\(time(cue.end))"
      return "Dialogue: 0,\(times),Default,,0,0,\(margin),,\(place)\(text(cue.text))\n"
    }
    return head + events.joined()
  }

  /// The script's notation of a time in hundredths of a second.
  private static func time(_ hundredths: Int) -> String {
    String(SubtitleTime.text(hundredths * 10, separator: ".").dropLast())
  }

  /// `text` with SubRip's tags replaced by ASS override tags.
  static func text(_ text: String) -> String {
    var result = text.replacing("\\", with: "\\\u{2060}").replacing(/\{(?!\\\u{2060}an?\d)/, with: "\\{")
      .replacing(/\{\\\u{2060}(an?\d)/) { "{\\\($0.output.1)" }
    result = result.replacing(/<([^<>]*)>/.ignoresCase()) { match in
      let tag = match.output.1.lowercased()
      if let simple = ["i", "b", "u", "s"].first(where: { tag == $0 || tag == "/" + $0 }) {
        return "{\\\(simple)\(tag.hasPrefix("/") ? 0 : 1)}"
      }
      if tag == "/font" { return "{\\c}" }
      if let color = tag.firstMatch(of: /^font.*color="?#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/) {
        return "{\\c&H\(color.output.3)\(color.output.2)\(color.output.1)&}"
      }
      return tag.hasPrefix("font") ? "" : String(match.output.0)
    }
    return result.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\N")
  }
}
