import SegueRun

// Values that only a film's file has.
extension JSONObject {
  /// Seconds as a number or a text such as `1:02.5`, within `range`, or frames as a text such as `75f`.
  func position(
    _ key: String, in range: ClosedRange<Double> = FilmBounds.seconds
  ) throws(JSONProblem) -> FilmClip.Position? {
    let position = try value(key, "seconds, \"1:02.5\", or frames such as \"75f\"") { value in
      value.number.map { FilmClip.Position.seconds($0) }
        ?? value.text.flatMap { FilmClip.Position($0, mayCountFromEnd: range.lowerBound < 0) }
    }
    try bounded(key) { place throws(FilmError) in try position?.check(place, range) }
    return position
  }

  /// Says what `check` finds with the place of `key`.
  private func bounded(_ key: String, _ check: (String) throws(FilmError) -> Void) throws(JSONProblem) {
    do throws(FilmError) { try check("“\(key)”") } catch { throw problem("\(error)") }
  }

  /// A change of level in decibels: a number, or a text such as `-3dB`.
  func decibels(_ key: String) throws(JSONProblem) -> Double? {
    try value(key, "decibels such as \"-3dB\"") { value in
      value.number ?? value.text.flatMap { $0.hasSuffix("%") ? nil : SoundLevel.decibels($0) }
    }
  }

  /// A volume in decibels. A number alone could be either of its spellings.
  func volume(_ key: String) throws(JSONProblem) -> Double? {
    guard let value = value(key) else { return nil }
    guard let decibels = value.text.flatMap({ SoundLevel.decibels($0) }) else {
      throw problem("“\(key)” is \(value.typed), but must be \(SoundLevel.spellings)")
    }
    return decibels
  }
}
