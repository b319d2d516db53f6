/// The form of a message in a program's log. ffmpeg logs a line per frame, and a regular expression
/// would be parsed anew for each.
struct LogPattern: Sendable {
  private enum Part {
    case text([UInt8])
    /// A number of at most 31 bits.
    case number
    case anything
  }

  private let parts: [Part]

  /// - Parameter template: the message, in which `#` is a number and `*` any text. The message may
  ///   be anywhere in a line, or at its beginning if the template begins with `^`.
  init(_ template: String) {
    var parts: [Part] = template.hasPrefix("^") ? [] : [.anything]
    var text: [UInt8] = []
    for byte in template.utf8.drop(while: { $0 == UInt8(ascii: "^") }) {
      guard byte == UInt8(ascii: "#") || byte == UInt8(ascii: "*") else {
        text.append(byte)
        continue
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = []
      parts.append(byte == UInt8(ascii: "#") ? .number : .anything)
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts
  }

  /// The numbers of the first message of this form in `line`; `nil` without one.
  func numbers(in line: String) -> [Int]? {
    var line = line
    return line.withUTF8 { bytes in
      var numbers: [Int] = []
      var rest = bytes[...]
      var isAnywhere = false
      for part in parts {
        switch part {
        case .anything: isAnywhere = true
        case .text(let text):
          let starts = isAnywhere ? rest.indices : rest.indices.prefix(1)
          guard let start = starts.first(where: { rest[$0...].starts(with: text) }) else { return nil }
          rest = rest[(start + text.count)...]
          isAnywhere = false
        case .number:
          let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
          guard let number = Int32(String(decoding: digits, as: UTF8.self)) else { return nil }
          numbers.append(Int(number))
          rest = rest.dropFirst(digits.count)
        }
      }
      return numbers
    }
  }
}

extension LogPattern {
  /// The facts that are read from a decoder's log.
  enum Event {
    /// The number of repetitions of the last message.
    case repetition
    /// A damaged frame that was concealed, or a packet without a frame.
    case damagedFrame
    /// The stream of a damaged packet.
    case damagedPacket
    /// The number of inserted samples.
    case silence
    case changedShape
    /// The picture's width and height.
    case size
    /// The number of the scaling filter, width and height, and the sample aspect ratio.
    case scaling
    /// The sample aspect ratio, width and height.
    case picture

    var isDamage: Bool { [.damagedFrame, .damagedPacket, .silence].contains(self) }
  }

  /// The messages of ffmpeg, compared with the logs of versions 5.1.9 and 9.0.2.
  ///
  /// **Source:** `init_video` and `CHECK_VIDEO_PARAM_CHANGE` in FFmpeg's libavfilter/buffersrc.c,
  /// `config_props` in vf_scale.c, vf_showinfo.c.
  static let table: [(event: Event, pattern: LogPattern)] = [
    (.repetition, LogPattern("Last message repeated # times")),
    (.damagedFrame, LogPattern("corrupt decoded frame")),
    (.damagedFrame, LogPattern("Error while decoding stream")),
    // Since ffmpeg 6.1, this message replaces the previous one.
    (.damagedFrame, LogPattern("Error submitting packet to decoder")),
    (.damagedPacket, LogPattern("corrupt input packet in stream #")),
    (.silence, LogPattern("adding # audio samples of silence")),
    (.changedShape, LogPattern("Changing video frame properties")),
    (.size, LogPattern("incoming frame - w: # h: #")),
    (.size, LogPattern("[verbose] w:# h:# pixfmt:")),
    (.scaling, LogPattern("^[Parsed_scale_# *[verbose] w:# h:# fmt:* sar:#/#")),
    (.picture, LogPattern("[info] n:* sar:#/# s:#x#")),
  ]

  /// ffmpeg's message about a file whose format neither its bytes nor its name identify.
  ///
  /// **Source:** `AVERROR_INVALIDDATA` in FFmpeg's libavutil/error.c, equal in the versions of
  /// `table`.
  static let unknownFormat = LogPattern("Invalid data found when processing input")

  static let information = LogPattern("[info] ")
  static let detail = LogPattern("[verbose] ")

  func isIn(_ line: String) -> Bool { numbers(in: line) != nil }
}
