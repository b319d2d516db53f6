import Segue

extension RenderEvent {
  /// Says it on stderr.
  func show() { Console.note(sentence, as: .detail) }

  private var sentence: String {
    switch self {
    case .pictures(let size, let seconds):
      "pictures: \(size), decoded and fitted in \(Int((seconds * 1000).rounded())) ms"
    case .renderer(let device, let reason): "renderer: \(device) (\(reason))"
    case .encoder(let command): "encoder: " + command.map(Self.quoted).joined(separator: " ")
    }
  }

  /// The word as a shell would have to be given it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
        || "-_./:=+,".utf8.contains($0)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
