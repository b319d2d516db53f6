import SegueRun

/// The values of a keyframe except its time. `LayerPath` adds the time, relative to the chunk.
extension LayerKeyframe: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("x", x)
    writer.add("y", y)
    writer.add("at", place)
    writer.add("scale", scale)
    writer.add("rotate", rotation)
    writer.add("opacity", opacity)
    writer.add("timing", timing)
  }
}
