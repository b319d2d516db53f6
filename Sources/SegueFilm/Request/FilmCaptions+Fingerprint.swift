import SegueRun

/// The style of captions. The shown pages add words, places and times; the appearances add
/// transitions. `source`, `letters`, `lines`, `pause` and `place` determine the pages.
extension FilmCaptions: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("words", words)
    writer.add("font", font)
    writer.add("size", size)
    writer.add("color", color)
    writer.add("spoken", spoken)
    writer.add("said", said)
    writer.add("scale", scale)
    writer.add("outline", outline)
    writer.add("shadow", shadow)
    writer.add("box", box)
    writer.add("mark", mark)
    writer.add("margin", margin)
  }
}
