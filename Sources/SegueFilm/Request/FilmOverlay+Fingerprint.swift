import SegueRun

/// The style of an overlay and the shown part of its source. `OverlayLayer` adds the rectangle in the frame,
/// the content and the motion.
extension FilmOverlay: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("opacity", opacity)
    writer.add("in", sourceStart)
    writer.add("out", sourceEnd)
    writer.add("speed", speed)
    writer.add("loops", loops)
    writer.add("crop", crop)
    // With a height, the picture is cropped to the rectangle instead of stretched.
    if height != nil { writer.add("cut", true) }
    writer.add("filter", filter)
    writer.add("shape", shape)
    writer.add("border", border)
    writer.add("shadow", shadow)
    writer.add("blend", blend)
  }
}

extension OverlayShape: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    switch self {
    case .circle: writer.add("shape", "circle")
    case .rounded(let radius): writer.add("radius", radius)
    }
  }
}

extension OverlayBorder: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("width", width)
    writer.add("color", color)
  }
}
