/// What an MP4 or a MOV says of itself: texts, and its creation time.
package struct MovieMetadata: Sendable, Hashable {
  /// A text and the type of its box.
  package struct Text: Sendable, Hashable {
    /// Four characters, © being the byte 0xA9.
    var type: String
    var text: String

    /// A text in a box of `type`.
    package init(_ text: String, type: String) { (self.type, self.text) = (type, text) }
  }

  /// The texts in order.
  package var texts: [Text]
  /// Seconds after 1970; `nil` is not said.
  package var creationTime: Int?

  /// Metadata.
  package init(_ texts: [Text] = [], creationTime: Int? = nil) {
    (self.texts, self.creationTime) = (texts, creationTime)
  }

  /// The creation and the modification time in a header of version 1, seconds after 1904; 0 is not said.
  var times: [UInt8] {
    let seconds = creationTime.map { $0 + 2_082_844_800 } ?? 0
    return Box.longs(seconds, seconds)
  }

  /// The texts as boxes of the user's data.
  ///
  /// **Source:** QuickTime File Format Specification, “User data atoms”: a text has its length and its language; as iTunes
  /// writes them into MP4, a list of items in a `meta` box.
  func boxes(isQuickTime: Bool) -> [[UInt8]] {
    if texts.isEmpty { return [] }
    let unknownLanguage = 0x55c4
    if isQuickTime {
      return texts.map { text in
        let bytes = Array(text.text.utf8)
        return Self.box(text.type, [Box.halves(bytes.count, unknownLanguage), bytes])
      }
    }
    let items = texts.map { text in
      Self.box(text.type, [Box.bytes("data", [Box.words(1, 0), Array(text.text.utf8)])])
    }
    let handler = Box.full(
      "hdlr", [Box.words(0), Array("mdirappl".utf8), Box.words(0, 0), [0]])
    return [Box.full("meta", [handler, Box.bytes("ilst", items)])]
  }

  /// A box whose type may have a © in it.
  private static func box(_ type: String, _ parts: [[UInt8]]) -> [UInt8] {
    var box = Box.bytes("    ", parts)
    box.replaceSubrange(4..<8, with: type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    return box
  }
}
