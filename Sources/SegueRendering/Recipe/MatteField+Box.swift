import SegueImaging

extension MatteField {
  /// The share of each pixel outside of a rounded box, which is `inset` pixels smaller on each side than the
  /// frame.
  ///
  /// **Source:** the signed distance of a rounded box, Inigo Quilez,
  /// iquilezles.org/articles/distfunctions2d.
  /// - Parameter box: the frame's size.
  package static func outside(ofBox box: ImageSize, radius: Double, inset: Double) -> MatteField {
    MatteField(identifier: "outside(\(box), \(radius), \(inset))") { x, y, size in
      let (width, height) = (Double(size.width) / 2, Double(size.height) / 2)
      let (across, down) = (abs(x - width) - width + radius, abs(y - height) - height + radius)
      let (right, below) = (max(across, 0), max(down, 0))
      let corner = (right * right + below * below).squareRoot()
      return corner + min(max(across, down), 0) - radius + inset + 0.5
    }
  }
}
