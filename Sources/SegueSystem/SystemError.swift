import Glibc
import SegueFields
import SegueMath

/// The name for the cases about formats and encoders.
package typealias MediaError = SystemError

/// An error of an input, an output or an encoder. Paths are as given; reasons are in words, without
/// a full stop.
package enum SystemError: PropertyError {
  /// The input at `path` is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// The data of the input at `path` is broken, of an unknown format, or beyond the limits.
  case badData(path: String, reason: String)
  /// The output exists, and `overwrites` is false.
  case outputExists(path: String)
  /// The output is a folder with other files, and may not be added to.
  case folderNotEmpty(path: String)
  /// The output cannot be created, for the system's `reason`.
  case cannotCreate(path: String, reason: String)
  /// Writing the output failed, for example because the disk is full.
  case writeFailed(path: String, reason: String)
  /// A required program cannot be used, and the cause.
  case programMissing(name: String, cause: ProgramCause)
  /// A required library is not installed, and its use.
  case libraryMissing(name: String, use: LibraryUse)
  /// An encoder cannot be used, and the cause.
  case encoderMissing(name: String, cause: EncoderCause)
  /// The program failed or stalled; `log` holds the last lines of its messages.
  case programFailed(name: String, reason: String, log: [String])
  /// The output's format lacks a requested feature, and its limit.
  case unsupported(format: String, limit: FormatLimit)
  /// The value of a property cannot be used, and the reason.
  case invalidOption(RequestProperty, problem: OptionProblem)
  /// The system refused memory, a thread or a process to this program or to one that it started. It
  /// contains the error that followed.
  indirect case refused(SystemError)
  /// The task of the call was cancelled.
  case cancelled
}

extension SystemError {
  /// The reason why a program cannot be used.
  package enum ProgramCause: Sendable, Hashable {
    /// The program is not in the folders of PATH.
    case notFound
    /// The program cannot be started; `reason` is the system's message.
    case notStarted(reason: String)
    /// The program named by an environment variable cannot be started. `value` is the variable's
    /// value, `reason` the system's message.
    case variable(String, value: String, reason: String)
    /// The program is older than this version.
    case tooOld(minimum: String)
    /// `ffprobe`, which reads this input, is not in PATH.
    case prober(input: String)
    /// Slurm's client programs are not installed.
    case scheduler
  }

  /// The use of a library, and the package that contains it.
  package enum LibraryUse: Sendable, Hashable {
    /// It decodes a picture's format. No package means one of the library's name.
    case decoder(picture: String, package: String?)
    /// It draws subtitles.
    case subtitles(package: String)
    /// It converts a picture's colours.
    case colors(picture: String, package: String)
    /// It measures loudness.
    case loudness(package: String)
  }

  /// The reason why an encoder cannot be used.
  package enum EncoderCause: Sendable, Hashable {
    /// The program has no encoder of this name; `known` are similar ones.
    case encoder(program: String, known: [String])
    /// The encoder needs a device or a driver that this machine lacks; `reason` is the encoder's message.
    case device(reason: String)
  }

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
    /// A side is odd, and 4:2:0 video needs even sides.
    case oddSides(width: Int, height: Int)
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
}

extension SystemError {
  package var code: SegueError.Code {
    switch self {
    case .unreadable: .unreadable
    case .badData: .invalidData
    case .outputExists, .folderNotEmpty: .outputExists
    case .cannotCreate: .cannotCreate
    case .writeFailed: .cannotWrite
    case .programMissing(_, .notStarted): .programNotStarted
    case .programMissing: .programMissing
    case .libraryMissing: .libraryMissing
    case .encoderMissing: .encoderMissing
    case .programFailed: .programFailed
    case .unsupported(_, .unknownFormat), .unsupported(_, .unknownExtension): .unknownName
    case .unsupported: .conflict
    case .invalidOption: .invalidValue
    case .refused: .outOfMemory
    case .cancelled: .cancelled
    }
  }

  package var property: String? {
    switch self {
    case .invalidOption(let property, _): property.rawValue
    case .unsupported(_, .oddSides): RequestProperty.size.rawValue
    default: nil
    }
  }

  package var underlying: SegueError? {
    if case .refused(let error) = self { SegueError(error) } else { nil }
  }

  /// The error in one sentence with these names of properties.
  package func sentence(_ names: PropertyNames) -> String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .badData(let path, let reason): "\(path) cannot be used: \(reason)"
    case .outputExists(let path): "\(path) exists"
    case .folderNotEmpty(let path): "\(path) is a folder with other files in it"
    case .cannotCreate(let path, let reason): "\(path) cannot be created: \(reason)"
    case .writeFailed(let path, let reason): "writing \(path) failed: \(reason)"
    case .programMissing(let name, let cause): "\(name) cannot be used: \(cause.words)"
    case .libraryMissing(let name, let use): "\(name) cannot be used: \(use.words)"
    case .encoderMissing(let name, let cause): "\(name) cannot be used: \(cause.words(names))"
    case .programFailed(let name, let reason, _): "\(name) failed: it \(reason)"
    case .unsupported(let format, .oddSides(let width, let height)):
      names.text(
        """
        \(format) is 4:2:0 video, which needs even sides, not \(width)x\(height); the nearest is \(short: .size) \
        \(max(2, width & ~1))x\(max(2, height & ~1))
        """)
    case .unsupported(let format, let limit): "\(format): \(limit.words(of: format, names))"
    case .invalidOption(let property, let problem): problem.sentence(about: property, names)
    case .refused(let error): error.sentence(names)
    case .cancelled: "cancelled"
    }
  }

  /// The error of an input that cannot be opened, for the system's error number.
  package static func unopened(_ path: String, _ code: Int32) -> SystemError {
    let isAddress = code == ENOENT && path.contains("://")
    return .caused(by: code) {
      .unreadable(path: path, reason: isAddress ? "inputs are files; download it first" : $0)
    }
  }

  /// The error that `make` returns for the system's sentence for `code`; a refusal for ENOMEM and EAGAIN.
  package static func caused(by code: Int32, _ make: (String) -> SystemError) -> SystemError {
    let error = make(SystemReason.text(code))
    return code == ENOMEM || code == EAGAIN ? .refused(error) : error
  }

  /// The error with the location that names its input, if `places` contains the input's path.
  package func naming(_ places: [String: String]) -> SystemError {
    func named(_ path: String, _ reason: String) -> String {
      places[path].map { "\(reason) (\($0))" } ?? reason
    }
    return switch self {
    case .unreadable(let path, let reason): .unreadable(path: path, reason: named(path, reason))
    case .badData(let path, let reason): .badData(path: path, reason: named(path, reason))
    case .refused(let error): .refused(error.naming(places))
    default: self
    }
  }
}

/// Messages for the system's error numbers.
package enum SystemReason {
  /// The system's message for `code`, such as "No space left on device".
  package static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "system error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether `line`, a program's message, reports a lack of memory or threads. x264 logs the bytes that it requested,
  /// the loader the library that it could not map. Other programs log the system's message.
  package static func isRefusal(_ line: String) -> Bool { refusals.contains { line.contains($0) } }

  private static let refusals =
    [ENOMEM, EAGAIN].map(text) + ["malloc of size", "failed to map segment"]
}
