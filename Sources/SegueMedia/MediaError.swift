import SegueFields
import SegueImaging

/// An error of an output's format, an encoder or its settings.
package enum MediaError: PropertyError {
  /// The output's format lacks a requested feature, and its limit.
  case unsupported(format: String, limit: FormatLimit)
  /// The format is 4:2:0 video, which needs even sides.
  case oddSides(ImageSize, format: String)
  /// The value of a property cannot be used, and the reason.
  case invalidOption(RequestProperty, problem: OptionProblem)
  /// An encoder cannot be used, and the cause.
  case encoderMissing(name: String, cause: EncoderCause)
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
    /// The format cannot hold this codec; `containers` can.
    case codec(String, containers: [String])
    /// The format cannot hold sound of this codec; `known` are the codecs that it holds.
    case soundCodec(String, known: [String])
    /// Sound of this codec cannot have a layout such as `7.1`; `maximum` is its largest layout.
    case soundLayout(String, codec: String, maximum: String)
    /// The format has 8 bits per channel with this codec, not this depth; `nil` for every codec.
    case depth(Int, codec: String?)
    /// The codec is not known to support this depth per channel.
    case unknownDepth(Int, codec: String)
    /// The codec does not support this kind of quality.
    case quality(codec: String)
    /// The quality is outside the codec's range; `nil` if the codec has no quality.
    case qualityRange(ClosedRange<Double>?, codec: String)
    /// The codec has no such preset; `known` are its presets.
    case preset(String, codec: String, known: [String])
    /// The file name of a sequence is invalid.
    case sequenceName(String, problem: SequenceName)
    /// The library that writes the format refused, with its message.
    case refused(reason: String)
  }

  /// An error in the file name of a sequence.
  package enum SequenceName: Sendable, Hashable {
    /// The number is in a folder's name, not in the file's.
    case numberInFolder
    /// The name has more than one number.
    case severalNumbers
    /// The name has no number such as `%05d`.
    case noNumber
    /// The number is not of the form `%d` or `%05d`.
    case form
    /// The number has no digits, or more than 18.
    case digits
  }

  /// The reason why an encoder cannot use the value of a property.
  package enum OptionProblem: Sendable, Hashable {
    /// The property has no value, such as an empty output path.
    case missing
    /// The value is invalid; the expected values.
    case value(String, expected: String)
    /// Drawn frames have to be encoded, and cannot be copied.
    case copies
    /// The codec is lossless and has no quality.
    case lossless(codec: String)
    /// The program rejected the value, with its message.
    case rejected(program: String, reason: String)
  }

  /// The reason why an encoder cannot be used.
  package enum EncoderCause: Sendable, Hashable {
    /// The program has no encoder of this name; `known` are similar ones.
    case encoder(program: String, known: [String])
    /// The encoder needs a device or a driver that this machine lacks; `reason` is the encoder's message.
    case device(reason: String)
  }

  package var code: SegueError.Code {
    switch self {
    case .unsupported(_, .unknownFormat), .unsupported(_, .unknownExtension): .unknownName
    case .unsupported, .oddSides: .conflict
    case .invalidOption: .invalidValue
    case .encoderMissing: .encoderMissing
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
    case .encoderMissing(let name, let cause): "\(name) cannot be used: \(cause.words(names))"
    }
  }
}
