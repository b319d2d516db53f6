/// The inputs of `ffmpeg`, and the streams that it makes of them. By default, the output is a video
/// of frames from standard input, without sound.
package struct Encoding: Sendable, Hashable {
  package enum Pictures: Sendable, Hashable {
    /// The file has no video.
    case none
    /// Frames from standard input are encoded, within the constraints of another stream, if any.
    case frames(StreamConstraints?)
    /// Packets of files are copied, one file after the other.
    case files([Segment])
    /// Packets of a file with `count` pictures are copied.
    case file(path: String, count: Int)
  }

  package struct Segment: Sendable, Hashable {
    /// The absolute path, which ffmpeg resolves independently of the list's location.
    package var path: String
    package var frames: Range<Int>

    package init(path: String, frames: Range<Int>) {
      self.path = path
      self.frames = frames
    }
  }

  package struct Sound: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
      /// A pipe of 48 kHz, 32-bit floating point, which is encoded.
      case samples(path: String)
      /// A file in the output's format, whose packets are copied.
      case packets(path: String)
    }

    let source: Source
    var format: SoundFormat
    /// The language in ISO 639-2; empty if unknown.
    let language: String

    package init(_ source: Source, _ format: SoundFormat, language: String = "") {
      self.source = source
      self.format = format
      self.language = language
    }
  }

  package struct Text: Sendable, Hashable {
    /// A SubRip file.
    package let path: String
    /// The language in ISO 639-2; empty if unknown.
    package let language: String

    package init(path: String, language: String) {
      self.path = path
      self.language = language
    }
  }

  package var pictures = Pictures.frames(nil)
  package var sound: Sound?
  package var text: Text?
  package var chapters: [VideoChapter] = []
  /// The chroma sample location, in ffmpeg's terms.
  package var chromaLocation = "center"
  /// Whether the output's packets will be copied into another file. The output then needs exact
  /// timestamps, but no header.
  package var isPart = false

  package init() {}

  var constraints: StreamConstraints? {
    if case .frames(let constraints) = pictures { constraints } else { nil }
  }

  var copiesPictures: Bool { if case .frames = pictures { false } else { pictures != .none } }
}

/// The requirements for encoded frames that are inserted between pictures of another stream. The
/// frames must not raise the decoder's requirements, and must keep the colours and their storage.
package struct StreamConstraints: Sendable, Hashable {
  /// The profile in the encoder's terms; `nil` for the encoder's choice.
  let profile: String?
  /// H.264's highest level, such as `4.1`.
  let level: String
  let references: Int
  /// Whether decoding order may differ from presentation order.
  let reorders: Bool
  /// The pixel format of a decoded frame, in ffmpeg's terms.
  let pixelFormat: String
  /// ffmpeg's filters that convert frames to the stored form.
  let filters: [String]
  /// Colour options, each followed by its value.
  let tags: [String]
  /// The number of frames encoded in parallel; `nil` for the encoder's choice. Each frame needs
  /// memory that is cleared first.
  package var threads: Int?

  package init(
    profile: String?, level: String, references: Int, reorders: Bool, pixelFormat: String,
    filters: [String], tags: [String]
  ) {
    self.profile = profile
    self.level = level
    self.references = references
    self.reorders = reorders
    self.pixelFormat = pixelFormat
    self.filters = filters
    self.tags = tags
  }

  var profileOption: [String] { profile.map { ["-profile:v", $0] } ?? [] }

  /// The identifier of the stream's parameter sets, which hardly any camera uses.
  private static let setNumber = 31

  var h264: [String] {
    let pyramid = references < 4 ? ":b-pyramid=none" : ""
    return profileOption + ["-level", level, "-refs", "\(references)"] + (reorders ? [] : ["-bf", "0"])
      + ["-x264-params", "sps-id=\(Self.setNumber):stitchable=1:open-gop=0\(pyramid)"]
  }

  /// x265's options, in its syntax. x265 finds the lowest level for the size, the rate and the
  /// references by itself. A given level would cap the bit rate, and so the quality.
  var hevc: [String] {
    ["open-gop=0", "ref=\(max(1, references - 1))"] + (reorders ? [] : ["bframes=0"])
      + (references < 4 ? ["b-pyramid=0"] : [])
  }
}
