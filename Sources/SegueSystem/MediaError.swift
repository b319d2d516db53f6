import Glibc
import SegueMath

/// An error of a file or an encoder: facts, from which one place makes the sentence.
public enum MediaError: DescribedError, Hashable {
  /// An input is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// An input's data is broken, of no known kind, or larger than the limits.
  case badData(path: String, reason: String)
  /// The output exists and may not be replaced.
  case outputExists(path: String)
  /// The output is a folder in which there are other files, and may not be added to.
  case folderNotEmpty(path: String)
  /// The output cannot be created.
  case cannotCreate(path: String, reason: String)
  /// Writing failed: disk full, broken pipe.
  case writeFailed(path: String, reason: String)
  /// A program, an encoder or a library that is needed cannot be used, and why.
  case encoderMissing(name: String, cause: MissingCause)
  /// The encoder ended badly or took nothing; `log` holds its last lines.
  case encoderFailed(name: String, reason: String, log: [String])
  /// The output's format cannot do what was asked, and what it can.
  case unsupported(format: String, limit: FormatLimit)
  /// The value of a property cannot be used, and why.
  case invalidOption(RequestProperty, problem: OptionProblem)
  /// The system refused memory, a thread or a process to this program or to one that it started; the error that followed.
  indirect case refused(MediaError)
  /// `cancel` was called.
  case cancelled
}

extension MediaError {
  /// The reason why a program, an encoder or a library cannot be used.
  public enum MissingCause: Sendable, Hashable {
    /// No program of this name is in PATH.
    case notFound
    /// The program cannot be started, in the system's words.
    case notStarted(reason: String)
    /// The decoder of a picture's format is not installed; the package that it is in, unless that has its name.
    case decoder(picture: String, package: String?)
    /// The library that draws subtitles is not installed; its package.
    case subtitles(package: String)
    /// Slurm's client programs are not installed.
    case scheduler
    /// The program has no encoder of this name; those that come close.
    case encoder(program: String, known: [String])
    /// The encoder needs a device or a driver that this machine does not have, in the encoder's words.
    case device(reason: String)
  }

  /// A limit of an output's format, container or codec.
  public enum FormatLimit: Sendable, Hashable {
    /// There is no such format; the names of those that there are.
    case unknownFormat(known: [String])
    /// No format has this extension; those that there are.
    case unknownExtension(known: [String])
    /// A path without an extension says no format; the extensions that there are.
    case noExtension(known: [String])
    /// Standard output has no name that would say the format.
    case unnamed
    /// It cannot go to standard output: it is many files, or its writer goes back.
    case standardOutput(isManyFiles: Bool)
    /// 4:2:0 video has even sides.
    case oddSides(width: Int, height: Int)
    /// A frame has too many pixels for an encoder.
    case area(width: Int, height: Int)
    /// A frame has a side of more pixels than the format holds.
    case side(width: Int, height: Int, most: Int)
    /// It plays more often than it can say.
    case plays(Int, most: Int)
    /// It holds 1 to `most` frames, and as many plays.
    case frames(Int, plays: Int, most: Int)
    /// It cannot last so long.
    case duration(milliseconds: Int)
    /// It cannot store this frame rate exactly.
    case frameRate(numerator: Int, denominator: Int)
    /// It cannot hold this codec; the containers that can.
    case codec(String, containers: [String])
    /// It cannot hold sound of this codec; those that it holds.
    case soundCodec(String, known: [String])
    /// Sound of this codec has no such layout, such as `7.1`; the largest that it has.
    case soundLayout(String, codec: String, most: String)
    /// It has 8 bits a channel and not so many; `nil` is whatever its codec.
    case depth(Int, codec: String?)
    /// The codec is not known to have so many bits a channel.
    case unknownDepth(Int, codec: String)
    /// The codec has no such quality.
    case quality(codec: String)
    /// The quality of the codec has bounds; `nil` for none that are known.
    case qualityRange(ClosedRange<Double>?, codec: String)
    /// The codec has no such preset; those that it has.
    case preset(String, codec: String, known: [String])
    /// The name of a sequence's files cannot be read.
    case sequenceName(String, problem: SequenceName)
    /// The library that writes the format refused, in its own words.
    case refused(reason: String)
  }

  /// An error in the name of a sequence's files.
  public enum SequenceName: Sendable, Hashable {
    /// The number is in a folder's name.
    case numberInFolder
    /// There is more than one number.
    case severalNumbers
    /// There is no number.
    case noNumber
    /// The number is not written `%d` or `%05d`.
    case form
    /// The number has no digits, or more than 18.
    case digits
  }

  /// The reason why an encoder cannot use the value of a property.
  public enum OptionProblem: Sendable, Hashable {
    /// There is none.
    case missing
    /// It cannot be read; what is expected.
    case value(String, expected: String)
    /// Frames that are drawn have to be encoded, and cannot be copied.
    case copies
    /// The codec, which loses nothing, has no use for it.
    case lossless(codec: String)
    /// The program does not take it, in its own words.
    case rejected(program: String, reason: String)
  }
}

extension MediaError {
  /// The error in one sentence.
  package var sentence: String { sentence(.properties) }

  /// The error in one sentence with these names of properties.
  package func sentence(_ names: PropertyNames) -> String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .badData(let path, let reason): "\(path) cannot be used: \(reason)"
    case .outputExists(let path): "\(path) exists"
    case .folderNotEmpty(let path): "\(path) is a folder with other files in it"
    case .cannotCreate(let path, let reason): "\(path) cannot be created: \(reason)"
    case .writeFailed(let path, let reason): "writing \(path) failed: \(reason)"
    case .encoderMissing(let name, let cause): "\(name) cannot be used: \(cause.words(names))"
    case .encoderFailed(let name, let reason, _): "\(name) failed: it \(reason)"
    case .unsupported(let format, let limit): "\(format): \(limit.words(of: format, names))"
    case .invalidOption(let property, let problem): problem.sentence(about: property, names)
    case .refused(let error): error.sentence(names)
    case .cancelled: "cancelled"
    }
  }

  /// The error of an input that cannot be opened, by the system's error number.
  package static func unopened(_ path: String, _ code: Int32) -> MediaError {
    let isAddress = code == ENOENT && path.contains("://")
    return .caused(by: code) {
      .unreadable(path: path, reason: isAddress ? "inputs are files; download it first" : $0)
    }
  }

  /// The error that `make` returns for the system's sentence for `code`; a refusal for ENOMEM and EAGAIN.
  package static func caused(by code: Int32, _ make: (String) -> MediaError) -> MediaError {
    let error = make(SystemReason.text(code))
    return code == ENOMEM || code == EAGAIN ? .refused(error) : error
  }

  /// The same with the place that an input is named at, where `places` has one for its path.
  package func naming(_ places: [String: String]) -> MediaError {
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

/// Words for the system's error numbers.
package enum SystemReason {
  /// The system's own sentence for `code`, such as "No space left on device".
  package static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "system error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
