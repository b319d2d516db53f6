import SegueRun

extension FilmJunction {
  private static let form = "+NAME[:SECONDS][,PARAMETER=VALUE…]"

  /// Parses `+NAME[:SECONDS][,PARAMETER=VALUE…]` or `+cut`. A name that is a junction's key and also a
  /// parameter sets the key.
  package init(parsing word: String) throws(FilmError) {
    let pieces = FilmSettings.pieces(of: word.dropFirst())
    let (name, duration) = try Self.head(pieces[0], of: word)
    if name == "cut", duration == nil {
      self = try Self.cut(pieces.dropFirst(), of: word)
      return
    }
    guard !name.isEmpty, name != "cut" else { throw .argument(word, expected: Self.form) }
    self.init(duration: duration)
    var parameters: [(name: String, value: String)] = []
    for piece in pieces.dropFirst() {
      if let equals = piece.firstIndex(of: "="), equals != piece.startIndex {
        let name = String(piece[..<equals])
        let value = FilmSettings.unquoted(piece[piece.index(after: equals)...])
        if try !FilmJunction.fields.set(name, value, of: word, &self) { parameters.append((name, value)) }
      } else if let last = parameters.indices.last {
        // A vector contains commas: a piece without an equals sign continues the previous value.
        parameters[last].value += "," + piece
      } else {
        throw .argument(word, expected: Self.form)
      }
    }
    transition = TransitionChoice(name: name, texts: parameters)
  }

  /// Splits `head` of `word` into name and duration. Both may contain colons, as `xfade:NAME` and `1:02.5`
  /// do.
  private static func head(
    _ head: String, of word: String
  ) throws(FilmError) -> (name: String, duration: FilmClip.Position?) {
    let colons = head.indices.filter { head[$0] == ":" }
    for colon in colons {
      guard let duration = FilmClip.Position(head[head.index(after: colon)...]) else { continue }
      try duration.check("duration of “\(word)”")
      return (String(head[..<colon]), duration)
    }
    guard let colon = colons.last, !head.hasPrefix("xfade:") || colon == head.indices.last else {
      return (head, nil)
    }
    let suggestion =
      head[colon...].contains("=")
      ? "; parameters follow a comma: +\(head[..<colon]),\(word.dropFirst(head[...colon].count + 1))" : ""
    throw .argument(word, expected: form + suggestion)
  }

  /// Parses a cut, whose only setting is `sound`.
  private static func cut(_ pieces: ArraySlice<String>, of word: String) throws(FilmError) -> FilmJunction {
    var junction = FilmJunction()
    junction.isCut = true
    for piece in pieces {
      guard piece.hasPrefix("sound="),
        (try? FilmJunction.fields.set("sound", String(piece.dropFirst(6)), of: word, &junction)) == true
      else { throw .argument(word, expected: "+cut[,sound=SECONDS]") }
    }
    return junction
  }
}
