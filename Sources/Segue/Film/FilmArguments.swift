import SegueImaging
import SegueMedia

/// Reads the inputs and transitions of a film as they are typed: `a.mp4 +slide:1.2,rows=12 b.jpg@2-75f`.
///
/// **Thread-safety:** a value.
package struct FilmArguments: Sendable, Hashable {
  /// The inputs in order.
  package var clips: [FilmClip] = []
  /// What lies between them, one fewer.
  package var junctions: [FilmJunction] = []

  /// Reads `words`.
  /// - Parameter exists: whether there is a file of that name.
  /// - Throws: `FilmError.argument`, `.empty`.
  package init(_ words: [String], exists: (String) -> Bool) throws(FilmError) {
    var pending: (word: String, junction: FilmJunction)?
    for word in words {
      if word.hasPrefix("+") {
        guard !clips.isEmpty else {
          throw .argument(word, expected: "a transition between two inputs, but nothing comes before it")
        }
        if let pending {
          throw .argument(word, expected: "an input, since \(pending.word) comes before it")
        }
        pending = (word, try Self.junction(word))
        continue
      }
      if !clips.isEmpty { junctions.append(pending?.junction ?? .usual) }
      pending = nil
      clips.append(try Self.clip(word, exists: exists))
    }
    if let pending {
      throw .argument(
        pending.word, expected: "a transition between two inputs, but nothing comes after it")
    }
    if clips.isEmpty { throw .empty }
  }

  /// Reads `FILE`, `FILE@IN-OUT` or `color:#rrggbb`.
  static func clip(_ word: String, exists: (String) -> Bool) throws(FilmError) -> FilmClip {
    if exists(word) { return FilmClip(.file(path: word)) }
    if word.hasPrefix("color:") {
      guard let color = RGBAColor(String(word.dropFirst(6))) else {
        throw .argument(word, expected: "color:#rrggbb")
      }
      return FilmClip(.color(color))
    }
    guard let at = word.lastIndex(of: "@") else { return FilmClip(.file(path: word)) }
    let path = String(word[..<at])
    let range = word[word.index(after: at)...]
    guard let dash = range.firstIndex(of: "-") else {
      if exists(path) { throw .argument(word, expected: "FILE@IN-OUT, seconds or frames such as 75f") }
      return FilmClip(.file(path: word))
    }
    var clip = FilmClip(.file(path: path))
    do {
      clip.start = try position(range[..<dash], in: word)
      clip.end = try position(range[range.index(after: dash)...], in: word)
    } catch {
      // What is no range may be part of the name of a file that is missing.
      if exists(path) { throw error }
      return FilmClip(.file(path: word))
    }
    return clip
  }

  private static func position(_ text: Substring, in word: String) throws(FilmError) -> FilmClip.Position? {
    if text.isEmpty { return nil }
    guard let position = FilmClip.Position(text) else {
      throw .argument(word, expected: "FILE@IN-OUT, seconds or frames such as 75f")
    }
    return position
  }

  /// `text` at its commas, but for those in brackets or quotes, which are a filter's own.
  private static func pieces(of text: Substring) -> [String] {
    var pieces = [""]
    var (depth, quote): (Int, Character?) = (0, nil)
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = depth > 0 ? character : nil
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if character == ",", depth <= 0 {
        pieces.append("")
        continue
      }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }

  /// Reads `+NAME[:SECONDS][,PARAMETER=VALUE…]` or `+cut`; `from-filter`, `to-filter` and `filter` are parameters of every
  /// transition.
  static func junction(_ word: String) throws(FilmError) -> FilmJunction {
    let expected = "+NAME[:SECONDS][,PARAMETER=VALUE…]"
    if word == "+cut" { return .cut }
    // A vector's value has commas of its own: what has no sign of equality belongs to the value before it.
    let pieces = pieces(of: word.dropFirst())
    var head = pieces[0]
    var junction = FilmJunction()
    if let colon = head.lastIndex(of: ":") {
      let text = head[head.index(after: colon)...]
      if let duration = FilmClip.Position(text) {
        junction.duration = duration
        head = String(head[..<colon])
      } else if !head.hasPrefix("xfade:") || text.isEmpty {
        throw .argument(word, expected: expected)
      }
    }
    guard !head.isEmpty, head != "cut" else { throw .argument(word, expected: expected) }
    var parameters: [(name: String, value: String)] = []
    for piece in pieces.dropFirst() {
      if let equals = piece.firstIndex(of: "="), equals != piece.startIndex {
        let value = String(piece[piece.index(after: equals)...])
        switch piece[..<equals] {
        case "from-filter": junction.filters = (junction.filters ?? FilterTexts()).with(\.from, value)
        case "to-filter": junction.filters = (junction.filters ?? FilterTexts()).with(\.to, value)
        case "filter": junction.filters = (junction.filters ?? FilterTexts()).with(\.result, value)
        case let name: parameters.append((String(name), value))
        }
      } else if let last = parameters.indices.last {
        parameters[last].value += "," + piece
      } else {
        throw .argument(word, expected: expected)
      }
    }
    junction.transition = TransitionChoice(name: head, texts: parameters)
    return junction
  }
}

extension FilmClip.Position {
  /// Reads seconds, `2.5`, or frames, `75f`; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    let isFrames = text.hasSuffix("f")
    let digits = isFrames ? text.dropLast() : text[...]
    let isNumber =
      !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 && !isFrames }
    guard isNumber, let value = Double(String(digits)), FilmBounds.sourceSeconds.contains(value) else {
      return nil
    }
    self = isFrames ? .frames(Int(value)) : .seconds(value)
  }
}

extension FilterTexts {
  /// The same with another chain.
  fileprivate func with(_ chain: WritableKeyPath<FilterTexts, String?>, _ text: String) -> FilterTexts {
    var texts = self
    texts[keyPath: chain] = text
    return texts
  }
}
