import Segue

extension RenderEvent {
  /// Says it on stderr.
  func show() { Console.note(sentence, as: .detail) }

  private var sentence: String {
    switch self {
    case .pictures(let size, let seconds):
      "pictures: \(size), decoded and fitted in \(Int((seconds * 1000).rounded())) ms"
    case .renderer(let device, let reason): "renderer: \(device) (\(reason))"
    case .encoder(let command): "encoder: " + command.map(Console.shellWord).joined(separator: " ")
    }
  }
}
