import Imaging

extension Recipe {
  /// The recipe over one colour. A stack takes the colour as its ground; what is opaque anyway stays as it is.
  /// - Parameter snapshotsAreOpaque: whether every pixel of both snapshots has full alpha.
  public func over(_ background: Color, snapshotsAreOpaque: Bool) -> Recipe {
    if background.alpha == 0 || isOpaque(snapshotsAreOpaque: snapshotsAreOpaque) { return self }
    if case .stack(let layers, .transparent) = self { return .stack(layers, background: background) }
    return .stack([Layer(self)], background: background)
  }

  /// Whether the result is certain to be opaque everywhere.
  public func isOpaque(snapshotsAreOpaque: Bool) -> Bool {
    switch self {
    case .snapshot: snapshotsAreOpaque
    case .color(let color): color.isOpaque
    case .pixellate(let input, _), .average(let input, _), .grayscale(let input):
      input.isOpaque(snapshotsAreOpaque: snapshotsAreOpaque)
    case .mix(let first, let second, _), .matte(let first, let second, _), .nearest(let first, let second, _):
      first.isOpaque(snapshotsAreOpaque: snapshotsAreOpaque)
        && second.isOpaque(snapshotsAreOpaque: snapshotsAreOpaque)
    case .shader: false
    case .stack(let layers, let background):
      background.isOpaque
        || layers.contains {
          $0.fillsFrame && $0.recipe.isOpaque(snapshotsAreOpaque: snapshotsAreOpaque)
        }
    }
  }
}

extension Layer {
  /// Whether it lies over every pixel of the frame as it is.
  fileprivate var fillsFrame: Bool {
    transform == .identity && source == nil && clip == nil && opacity >= 1
  }
}
