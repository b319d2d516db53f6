/// The metadata of an MP4 or MOV: texts and the creation time.
package struct MovieMetadata: Sendable, Hashable {
  /// A text and the type of its box.
  package struct Text: Sendable, Hashable {
    /// The box type: four characters. © is written as the byte 0xA9.
    var type: String
    var text: String

    package init(_ text: String, type: String) {
      self.type = type
      self.text = text
    }
  }

  package var texts: [Text]
  /// Seconds since 1970; `nil` if unset.
  package var creationTime: Int?

  package init(_ texts: [Text] = [], creationTime: Int? = nil) {
    self.texts = texts
    self.creationTime = creationTime
  }

  /// The creation and modification times in a version 1 header, in seconds since 1904; 0 if unset.
  var times: [UInt8] {
    let seconds = creationTime.map { $0 + 2_082_844_800 } ?? 0
    return Box.longs(seconds, seconds)
  }

  /// The texts as user data boxes. In a MOV, a text has its length and its language. In an MP4, the
  /// texts are an item list in a `meta` box, as iTunes writes them.
  ///
  /// **Source:** QuickTime File Format Specification, “User data atoms”.
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

  /// A box whose type may contain ©.
  private static func box(_ type: String, _ parts: [[UInt8]]) -> [UInt8] {
    var box = Box.bytes("    ", parts)
    box.replaceSubrange(4..<8, with: type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    return box
  }
}
