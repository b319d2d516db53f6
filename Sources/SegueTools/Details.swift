import SegueRun
import SegueMedia
import SegueSystem
import SegueTransitions

extension TransitionDescription {
  /// A transition in detail: its effect, its duration, each parameter with type, default, range,
  /// choices and unit, and an example command.
  /// - Parameter name: the value of `-t` in that command.
  package func details(typed name: String) -> String {
    var lines = [self.name, "  " + summary]
    let credits = [author.map { "by \($0)" }, license].compactMap(\.self).filter { !summary.contains($0) }
    if !credits.isEmpty { lines.append("  " + credits.joined(separator: ", ")) }
    lines.append("")
    let listing = TransitionListing(self)
    if let duration = listing.duration { lines.append("  duration   \(DecimalText.text(duration)) s (-d)") }
    if let timing = listing.timing { lines.append("  timing     \(timing) (--timing)") }
    lines.append("  renderers  " + (needsOpenGL ? "gpu (OpenGL, in hardware or software)" : "cpu, gpu"))
    lines += parameters.details(under: "Parameters (-p name=value):")
    let setting = parameters.lazy.compactMap { parameter in
      parameter.example.map { " -p \(parameter.name)=\($0)" }
    }.first
    lines += ["", "Example:", "  segue from.png to.png -o out.mp4 -t \(name)" + (setting ?? "")]
    return lines.joined(separator: "\n")
  }
}

extension FilterDescription {
  /// The filter with its parameters and an example command.
  package var details: String {
    let renderers = TransitionListing(self).renderers.joined(separator: ", ")
    var lines = [name, "  " + summary, "", "  source     " + source, "  renderers  " + renderers]
    lines += parameters.details(under: "Parameters, in the order of unnamed arguments:")
    lines += ["", "Example:", "  segue from.png to.png -o out.mp4 -t dissolve --from-filter '\(example)'"]
    return lines.joined(separator: "\n")
  }

  /// A call with a visible effect.
  private var example: String {
    guard let first = parameters.first else { return name }
    switch first.type {
    case .texture: return "\(name)(\"\(name == "lut" ? "film.cube" : "picture.png")\")"
    case .float, .int:
      guard case .number(let start)? = first.neutral ?? first.defaultValue, let maximum = first.maximum else {
        return name
      }
      let end = [start + (maximum - start) / 4, maximum].first { $0 != start } ?? maximum
      return "\(name)(\(DecimalText.text(start))+\(DecimalText.text(end - start))*p)"
    default: return name
    }
  }
}

extension CurveListing {
  /// The curve, and example commands.
  package var details: String {
    var lines = [name, "  " + summary, ""]
    if let definition, definition != name { lines += ["  as numbers  " + definition, ""] }
    lines += [
      "Examples:", "  segue from.png to.png -o out.mp4 --timing '\(example)'",
      "  segue curve '\(example)' -o curve.svg",
    ]
    return lines.joined(separator: "\n")
  }
}

extension FormatListing {
  /// The format with its codecs, and an example command.
  package var details: String {
    var lines = [name, "  " + summary, ""]
    if !extensions.isEmpty {
      lines.append("  extensions    " + extensions.map { "." + $0 }.joined(separator: ", "))
    }
    if let standard = codecs.first, codecs.count > 1 {
      let others = codecs.dropFirst().joined(separator: ", ")
      lines.append("  codecs        \(standard); with --codec \(others), or an encoder of ffmpeg by its name")
    }
    let facts = OutputFormat(rawValue: name)?.facts
    if facts?.hasPalette == true {
      let dithers = Dither.allCases.map(\.rawValue)
      let others = dithers.dropFirst().joined(separator: ", ")
      lines.append("  dithers       \(dithers[0]); with --dither \(others)")
    }
    if !sound { lines.append("  transparency  " + (alpha ? "kept" : "lost, over --background")) }
    lines.append("  made by       " + (encoder ? "ffmpeg" : "segue itself"))
    let output =
      extensions.first.map { "out.\($0)" }
      ?? (facts?.isManyFiles == true ? "frames/" : "out.\(name) --format \(name)")
    let options = facts?.isStillOnly == true ? " --at 0.5" : ""
    lines += [
      "", "Example:",
      "  segue \(sound ? "join beach.mp4 dive.mp4" : "from.png to.png") -o \(output)" + options,
    ]
    return lines.joined(separator: "\n")
  }
}

extension [ParameterDescription] {
  /// The name and the summary of each element, under a title; empty without elements.
  fileprivate func details(under title: String) -> [String] {
    if isEmpty { return [] }
    let width = (map(\.name.count).max() ?? 0) + 2
    let indent = String(repeating: " ", count: width + 2)
    return ["", title]
      + flatMap { element in
        let row = "  " + element.name.padding(to: width) + element.facts
        return element.summary.isEmpty ? [row] : [row, indent + element.summary]
      }
  }
}

extension ParameterDescription {
  /// The type, the range or choices, the unit and the default, in one line.
  var facts: String {
    var words: [String] = []
    switch type {
    case .choice(let choices): words.append("one of " + choices.joined(separator: ", "))
    case .bool: words.append("true or false")
    case .color: words.append("a colour: #rgb, #rrggbb, #rrggbbaa or a CSS name")
    case .texture: words.append("the path of a picture")
    case .float: words.append("a number")
    case .int: words.append("a whole number")
    default:
      words.append(
        type.name + (type.numberCount.map { ", \($0) numbers such as \(exampleNumbers($0))" } ?? ""))
    }
    let numbers = [minimum, maximum].map { $0.map { DecimalText.text($0) } }
    switch (numbers[0], numbers[1]) {
    case (let low?, let high?): words.append("\(low) to \(high)")
    case (let low?, nil): words.append("at least \(low)")
    case (nil, let high?): words.append("at most \(high)")
    case (nil, nil): break
    }
    if let unit { words.append(unit) }
    if let defaultValue { words.append("default \(defaultValue)") }
    if let neutral { words.append("\(neutral) leaves the picture unchanged") }
    if defaultValue == nil { words.append(isOptional ? "optional" : "required") }
    return words.joined(separator: "; ")
  }

  /// A typeable value other than the default; `nil` if no such value is known.
  var example: String? {
    let candidates: [String] =
      switch type {
      case .bool: ["true", "false"]
      case .color: ["#ff8800", "white"]
      case .texture: ["mask.png"]
      case .choice(let words): words
      case .float, .int: numberCandidates
      default: type.numberCount.map { [exampleNumbers($0)] } ?? []
      }
    return candidates.first { candidate in
      guard let value = try? parse(candidate) else { return false }
      return value != defaultValue
    }
  }

  private var numberCandidates: [String] {
    guard case .number(let value) = defaultValue else {
      return ["1", "0"] + [minimum, maximum].compactMap { $0.map { DecimalText.text($0) } }
    }
    return [value * 2, value / 2, value + 1, minimum, maximum].compactMap { $0.map { DecimalText.text($0) } }
  }

  private func exampleNumbers(_ count: Int) -> String {
    let isWhole = if case .ivec = type { true } else { false }
    return (0..<count).map { isWhole ? "\($0 % 2)" : ["0.5", "0.25", "1", "0"][$0 % 4] }.joined(
      separator: ",")
  }
}
