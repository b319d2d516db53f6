/// The style of captions. Words, places and times are those of the shown pages, and transitions those of the
/// appearances; the pages are set by `source`, `letters`, `lines`, `pause` and `place`.
extension FilmCaptions: Fingerprinted {
  func add(to writer: inout FingerprintWriter) {
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
