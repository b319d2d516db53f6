import SegueImaging
import SegueRendering

extension Snapshot {
  /// The picture at another size, filled by `fit`; the background of `.blur` is drawn on this
  /// machine's cores. For the same size it returns the same picture.
  package func filling(_ size: ImageSize, fit: Fit) -> Snapshot {
    guard fit == .blur, size != self.size else { return fitted(to: size, fit: fit) }
    let place = fit.place(of: self.size, in: size)
    let sharp = fitted(to: ImageSize(width: place.width, height: place.height), fit: .stretch)
    if sharp.size == size { return sharp }
    let blank = Snapshot(PixelBuffer(size: size, color: .transparent))
    let renderer = CPURenderer(size: size, format: PixelFormat(sharp.depth), extraSlots: 0)
    defer { renderer.close() }
    var request = FrameRequest(.blurredFit(of: sharp, at: place, in: size), outgoing: blank, incoming: blank)
    request.color = color
    do {
      // A single frame is drawn to its end, even after a cancellation.
      return try DrawingCancellation.$current.withValue(nil) { try renderer.picture(of: request) }
    } catch {
      preconditionFailure("drawing two pictures failed: \(error)")
    }
  }
}
