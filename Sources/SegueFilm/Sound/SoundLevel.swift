import Glibc

package enum SoundLevel {
  /// The accepted spellings, for errors.
  package static let spellings =
    "decibels such as \"-6dB\", a share such as \"50%\", or \"0%\" for silence"

  /// Parses `-6dB` or `50%` as decibels within the bounds of a volume, whose minimum is silence; `nil` for
  /// other text.
  package static func decibels(_ text: String) -> Double? {
    func number(before unit: String) -> Double? {
      guard text.lowercased().hasSuffix(unit) else { return nil }
      let digits = text.dropLast(unit.count).drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      return digits.allSatisfy { "+-.0123456789".contains($0) } ? Double(String(digits)) : nil
    }
    if let share = number(before: "%") {
      guard share >= 0, share.sign == .plus else { return nil }
      let decibels = max(FilmBounds.volume.lowerBound, 20 * log10(share / 100))
      return FilmBounds.volume.contains(decibels) ? decibels : nil
    }
    return number(before: "db").flatMap { FilmBounds.volume.contains($0) ? $0 : nil }
  }
}
