import CImageCodecs

extension SegueMessage {
  /// The sentence; empty when none was written.
  var sentence: String {
    withUnsafeBytes(of: text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
