extension FilmClip.Position {
  /// Parses seconds (`2.5`, `2.5s`, `500ms`, `1:02.5`) or frames (`75f`). With `mayCountFromEnd`, also parses
  /// times from the film's end (`-2.5`, `-75f`). Returns `nil` for other text.
  package init?(_ text: some StringProtocol, mayCountFromEnd: Bool = false) {
    if mayCountFromEnd, text.hasPrefix("-") {
      switch FilmClip.Position(text.dropFirst()) {
      case .seconds(let seconds): self = .seconds(-seconds)
      case .frames(let frames): self = .frames(-frames)
      case nil: return nil
      }
      return
    }
    if let seconds = ClockText.seconds(text) {
      guard FilmBounds.sourceSeconds.contains(seconds) else { return nil }
      self = .seconds(seconds)
      return
    }
    let isFrames = text.hasSuffix("f")
    let unit = isFrames ? "f" : text.hasSuffix("ms") ? "ms" : text.hasSuffix("s") ? "s" : ""
    let digits = text.dropLast(unit.count)
    guard let value = UnsignedDecimal.number(digits), FilmBounds.sourceSeconds.contains(value),
      !isFrames || !digits.contains(".")
    else { return nil }
    self = isFrames ? .frames(Int(value)) : .seconds(unit == "ms" ? value / 1000 : value)
  }
}

package enum ClockText {
  /// Parses `1:02.5` (minutes and seconds) or `1:00:02` (with hours); returns `nil` for other text.
  package static func seconds(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard let value = UnsignedDecimal.number(part), isLast || !part.contains("."), index == 0 || value < 60
      else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }
}
