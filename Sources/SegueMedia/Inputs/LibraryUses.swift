import SegueSystem

// The libraries of inputs, and the packages that contain them.

extension SystemError.LibraryUse {
  /// The advice for a missing picture decoder: install `package`, or convert `picture`. Without
  /// `package`, the advice is to install the library itself.
  static func decoder(picture: String, package: String?) -> Self {
    Self("install \(package ?? "it"), or convert", input: picture, "to PNG, JPEG or WebP")
  }

  /// The use of a renderer of subtitles.
  package static func subtitles(package: String) -> Self {
    Self("it is needed for subtitles", missing(package))
  }

  /// The use of a converter of a picture's colours.
  static func colors(picture: String, package: String) -> Self {
    Self("it is needed for the colours of", input: picture, missing(package))
  }

  /// The use of a loudness meter.
  static func loudness(package: String) -> Self {
    Self("it is needed to measure loudness", missing(package))
  }

  private static func missing(_ package: String) -> String { "and is not installed; install \(package)" }
}
