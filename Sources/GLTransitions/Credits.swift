/// Who wrote a shader and under which licence, from its comments.
///
/// **Thread-safety:** a value.
struct Credits {
  var author: String?
  var license: String?

  /// Takes the first `Author:` and the first `License:` that begin a line of a comment, in any case.
  init(_ text: ShaderText, _ tokens: [Token]) {
    for token in tokens where token.kind == .comment {
      if author != nil, license != nil { return }
      for line in text[token.inside(of: text)].split(whereSeparator: \.isNewline) {
        author = author ?? Credits.value(of: ["author"], in: line)
        license = license ?? Credits.value(of: ["license", "licence"], in: line)
      }
    }
  }

  private static func value(of keys: [String], in line: Substring) -> String? {
    let content = line.drop { $0.isWhitespace || $0 == "*" || $0 == "/" }
    guard let colon = content.firstIndex(of: ":"),
      keys.contains(trimmed(content[..<colon]).lowercased())
    else { return nil }
    let value = trimmed(content[content.index(after: colon)...])
    return value.isEmpty ? nil : value
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
