/// A suggestion for a mistyped name.
package enum NameSuggestion {
  /// The candidate with the fewest edits from `name`; `nil` if all candidates differ too much.
  package static func nearest(to name: String, in candidates: [String]) -> String? {
    let measured = candidates.map {
      ($0, distance(Array(name.lowercased().utf8), Array($0.lowercased().utf8)))
    }
    guard let best = measured.min(by: { $0.1 < $1.1 }) else { return nil }
    // An anagram may have two edits, even if they are half of a short word.
    let isAnagram = best.1 <= 2 && best.0.lowercased().sorted() == name.lowercased().sorted()
    let isNear = best.1 <= max(1, name.utf8.count / 3) && best.1 < name.utf8.count
    return isAnagram || isNear ? best.0 : nil
  }

  /// The suggestion for a name that is not among `known`: the nearest known name, else `all`.
  package static func words(
    for name: String, in known: [String], else all: @autoclosure () -> String = ""
  ) -> String {
    nearest(to: name, in: known).map { "; did you mean \($0)?" } ?? all()
  }

  /// The sentence about a key that is not among `known`.
  package static func words(forUnknownKey key: String, in known: [String]) -> String {
    "unknown key “\(key)”"
      + words(for: key, in: known, else: "; use one of \(known.joined(separator: ", "))")
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
  /// **Source:** optimal string alignment distance.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1] + Array(repeating: 0, count: b.count)
      for j in 0..<b.count {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}

extension [String] {
  /// The list in words, as in `a, b and c`.
  package var inWords: String { inWords(last: "and") }

  /// The list with another word before its last item, as in `a, b or c`.
  package func inWords(last word: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
