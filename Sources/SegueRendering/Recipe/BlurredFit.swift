import SegueImaging

extension Recipe {
  /// The blur's sigma as a fraction of the frame's shorter side.
  package static let blurredFitSigma = 1.0 / 30
  /// The share of the picture's brightness that the background keeps.
  package static let blurredFitBrightness = 0.75
  /// The shorter side of the blurred copy, in pixels; finer details would be lost in the blur.
  private static let blurredFitSide = 96

  /// A picture that does not fill a frame of `size`, over a blurred, slightly darkened copy of
  /// itself that covers the frame.
  ///
  /// The copy is small, so the cost of the blur is independent of the picture's size.
  /// - Parameters:
  ///   - picture: the whole picture, of the size of `place`.
  ///   - place: the rectangle of the picture in the frame.
  ///   - background: the colour under both pictures.
  package static func blurredFit(
    of picture: Snapshot, at place: PixelRect, in size: ImageSize, over background: RGBAColor = .transparent
  ) -> Recipe {
    let side = min(size.width, size.height)
    let scale = min(1, Double(blurredFitSide) / Double(side))
    let small = ImageSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
    let copy = Recipe.picture(picture.fitted(to: small, fit: .cover))
    let share = Int32(blurredFitBrightness * 65536)
    let dark = NumberTable([share, 0, 0, 0, 0, share, 0, 0, 0, 0, share, 0])
    let back = Recipe.matrix(copy.gaussianBlurred(sigma: Double(side) * blurredFitSigma), dark)
    let front = RecipeLayer(
      .picture(picture), transform: .translation(x: Double(place.x0), y: Double(place.y0)))
    return .stack([RecipeLayer(back), front], background: background)
  }
}
