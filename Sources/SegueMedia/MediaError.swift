import SegueFields
import SegueImaging

/// An error of an output's format, an encoder or its settings.
package enum MediaError: PropertyError {
  /// The output's format lacks a requested feature, which `limit` describes.
  case unsupported(format: String, limit: FormatLimit)
  /// The format is 4:2:0 video, which needs even sides.
  case oddSides(ImageSize, format: String)
  /// The value of a property cannot be used, which `problem` explains.
  case invalidOption(RequestProperty, problem: OptionProblem)
  /// The program has no encoder of this name; `known` are similar encoders.
  case encoderMissing(name: String, program: String, known: [String])
  /// The encoder needs a device or a driver that this machine lacks; `reason` is the encoder's
  /// message.
  case deviceMissing(encoder: String, reason: String)
}

extension MediaError {
  /// A limit of an output's format, container or codec.
  package enum FormatLimit: Sendable, Hashable {
    /// The format's name is not one of `known`.
    case unknownFormat(known: [String])
    /// The extension is not one of `known`.
    case unknownExtension(known: [String])
    /// The path has no extension to determine the format; `known` are the valid extensions.
    case noExtension(known: [String])
    /// Standard output has no name to determine the format.
    case unnamed
    /// The format cannot go to standard output: it has many files, or its writer has to seek.
    case standardOutput(isManyFiles: Bool)
    /// A frame has too many pixels for the encoder.
    case area(width: Int, height: Int)
    /// A frame has a side longer than the format allows.
    case side(width: Int, height: Int, maximum: Int)
    /// The number of plays is higher than the format allows.
    case plays(Int, maximum: Int)
    /// The number of frames or plays is outside of 1 to `maximum`.
    case frames(Int, plays: Int, maximum: Int)
    /// The duration, in milliseconds, is longer than the format allows.
    case duration(milliseconds: Int)
    /// The format cannot store this frame rate, a fraction in frames per second.
    case frameRate(numerator: Int, denominator: Int)
    /// The format does not support this codec; `containers` do.
    case codec(String, containers: [String])
    /// The format does not support sound of this codec; `known` are the codecs that it supports.
    case soundCodec(String, known: [String])
    /// Sound of this codec cannot have a layout such as `7.1`; `maximum` is its largest layout.
    case soundLayout(String, codec: String, maximum: String)
    /// The format has 8 bits per channel with this codec, not this depth. The codec is `nil` if the
    /// depth is 8 bits for every codec.
    case depth(Int, codec: String?)
    /// The codec is not known to support this depth per channel.
    case unknownDepth(Int, codec: String)
    /// The codec does not support this kind of quality.
    case quality(codec: String)
    /// The quality is outside the codec's range; `nil` if the codec has no quality.
    case qualityRange(ClosedRange<Double>?, codec: String)
    /// The codec does not have this preset; `known` are its presets.
    case preset(String, codec: String, known: [String])
    /// The number is in the name of the sequence's folder, not in the file's.
    case numberInFolder(String)
    /// The file name of a sequence has more than one number.
    case severalNumbers(String)
    /// The file name of a sequence has no number such as `%05d`.
    case noNumber(String)
    /// The number in the file name is not of the form `%d` or `%05d`.
    case numberForm(String)
    /// The number in the file name has no digits, or more than 18.
    case numberDigits(String)
    /// The library that writes the format reports an error; `reason` is its message.
    case refused(reason: String)

    /// The limit of the format called `format` in messages, and the alternatives.
    fileprivate func words(of format: String, _ names: PropertyNames) -> String {
      func list(_ words: [String]) -> String { words.joined(separator: ", ") }
      return switch self {
      case .unknownFormat(let known): "there is no such format; use one of \(list(known))"
      case .unknownExtension(let known):
        names.text("the extension is unknown; use one of \(list(known)), or \(option: .format)")
      case .noExtension(let known):
        names.text(
          """
          it needs one of the extensions \(list(known)), or \(option: .format); \(format)/ makes a folder of PNG files
          """)
      case .unnamed: names.text("standard output needs \(option: .format)")
      case .standardOutput(isManyFiles: true): "it consists of many files and cannot go to standard output"
      case .standardOutput(isManyFiles: false):
        "its writer seeks in the file, so it cannot go to standard output"
      case .area(let width, let height):
        names.text(
          """
          ffmpeg encodes frames of up to about 16000x16000 pixels, not \(width)x\(height); use a smaller \
          \(option: .size)
          """)
      case .side(let width, let height, let maximum):
        "it has at most \(maximum) pixels per side, not \(width)x\(height)"
      case .plays(let plays, let maximum): "it loops at most \(maximum) times, not \(plays)"
      case .frames(let count, let plays, let maximum):
        "it has at most \(maximum) frames and \(maximum) plays, not \(count) and \(plays)"
      case .duration(let milliseconds): "it cannot last \(milliseconds) ms"
      case .frameRate(let numerator, let denominator):
        "it cannot store \(numerator)/\(denominator) frames/s exactly"
      case .codec(let codec, let containers): "it cannot store \(codec); \(containers.inWords) can"
      case .soundCodec(let codec, let known): "it cannot store sound in \(codec); use one of \(list(known))"
      case .soundLayout(let layout, let codec, let maximum):
        "sound in \(codec) cannot be \(layout); use at most \(maximum)"
      case .depth(let depth, let codec):
        (codec.map { "with transparency \($0) has" } ?? "it has") + " 8 bits per channel, not \(depth)"
      case .unknownDepth(let depth, let codec): "\(codec) is not known to have \(depth) bits per channel"
      case .quality(let codec): names.text("\(codec) has no such quality; see \(option: .encoderArguments)")
      case .qualityRange(let range, let codec):
        range.map {
          "the quality of \(codec) is a number from \(Int($0.lowerBound)) to \(Int($0.upperBound))"
        } ?? "\(codec) has no quality setting; leave it out"
      case .preset(let preset, let codec, let known):
        known.isEmpty
          ? "\(codec) has no presets" : "\(codec) has no preset “\(preset)”; use one of \(list(known))"
      case .numberInFolder(let name): "the number belongs in the file's name, not in the folder's: \(name)"
      case .severalNumbers(let name): "\(name) has more than one number"
      case .noNumber(let name): "\(name) has no number such as %05d"
      case .numberForm(let name): "\(name): the number is written %d or %05d"
      case .numberDigits(let name): "\(name): the number is written %d or %0Nd, with N from 1 to 18"
      case .refused(let reason): reason
      }
    }
  }

  /// The reason why an encoder cannot use the value of a property.
  package enum OptionProblem: Sendable, Hashable {
    /// The property has no value, such as an empty output path.
    case missing
    /// The value is invalid; `expected` describes valid values.
    case value(String, expected: String)
    /// Drawn frames have to be encoded, and cannot be copied.
    case copies
    /// The codec is lossless and has no quality.
    case lossless(codec: String)
    /// The program rejected the value, with its message.
    case rejected(program: String, reason: String)

    /// The sentence about the value of `property`.
    fileprivate func sentence(about property: RequestProperty, _ names: PropertyNames) -> String {
      let name = names.name(property)
      return switch self {
      case .missing: "\(name): the name is missing"
      case .value(let value, let expected): "\(name) is “\(value)”, but must be \(expected)"
      case .copies:
        "\(name) is “copy”, but rendered frames must be encoded: leave it out, or name an encoder"
      case .lossless(let codec): "\(name) has no effect on \(codec), which is lossless; leave it out"
      case .rejected(let program, let reason): "\(name): \(program) rejected them: \(reason)"
      }
    }
  }

  package var code: SegueError.Code {
    switch self {
    case .unsupported(_, .unknownFormat), .unsupported(_, .unknownExtension): .unknownName
    case .unsupported, .oddSides: .conflict
    case .invalidOption: .invalidValue
    case .encoderMissing, .deviceMissing: .encoderMissing
    }
  }

  package var property: String? {
    switch self {
    case .invalidOption(let property, _): property.rawValue
    case .oddSides: RequestProperty.size.rawValue
    default: nil
    }
  }

  /// The error in one sentence with these names of properties.
  package func sentence(_ names: PropertyNames) -> String {
    switch self {
    case .unsupported(let format, let limit): "\(format): \(limit.words(of: format, names))"
    case .oddSides(let size, let format):
      names.text(
        """
        \(format) is 4:2:0 video, which needs even sides, not \(size); the nearest is \(short: .size) \
        \(max(2, size.width & ~1))x\(max(2, size.height & ~1))
        """)
    case .invalidOption(let property, let problem): problem.sentence(about: property, names)
    case .encoderMissing(let name, let program, let known):
      "\(name) cannot be used: \(program) has no such encoder"
        + (known.isEmpty ? "" : "; it has \(known.joined(separator: ", "))")
    case .deviceMissing(let encoder, let reason):
      names.text(
        """
        \(encoder) cannot be used: it needs a device and a driver that this machine does not have (\(reason)); \
        leave out \(option: .codec), or name another encoder
        """)
    }
  }
}
