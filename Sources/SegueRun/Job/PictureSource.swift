import SegueImaging
import SegueMedia
import SegueSystem

/// The source of a picture of a render.
public enum PictureSource: Sendable, Hashable {
  /// The path of a file in any supported format. For a video, the outgoing picture is its last frame,
  /// and the incoming picture its first.
  case file(path: String)
  /// The bytes of a file in any supported format. Messages call the file `name`.
  case bytes([UInt8], name: String)
  /// A picture in memory, already decoded.
  case snapshot(Snapshot)
  /// The standard input of this process.
  case standardInput

  /// The source for a typed word: `-` is standard input, everything else a path.
  package init(_ text: String) {
    self = text == "-" ? .standardInput : .file(path: text)
  }

  /// The name in messages.
  package var text: String {
    switch self {
    case .file(let path): path
    case .bytes(_, let name): name
    case .snapshot: "a picture in memory"
    case .standardInput: "-"
    }
  }

  /// The path that is opened, `-` for standard input; `nil` for a source in memory.
  package var path: String? {
    switch self {
    case .file, .standardInput: text
    case .bytes, .snapshot: nil
    }
  }

  /// The cache key of a source in memory; `nil` for other sources.
  package var memoryKey: String? {
    switch self {
    case .bytes(let bytes, _): ContentHash(bytes).hash
    case .snapshot(let snapshot): snapshot.contentKey
    case .file, .standardInput: nil
    }
  }

  /// The colour encoding, read from the beginning of a file.
  func encoding(_ limits: DecodingLimits) -> ColorEncoding {
    switch self {
    case .snapshot(let snapshot): snapshot.color
    case .bytes(let bytes, let name): ImageDecoder(limits: limits).encoding(bytes: bytes, name: name)
    case .file, .standardInput: ImageDecoder(limits: limits).encoding(path: text)
    }
  }

  /// Decodes the picture.
  /// - Throws: `SystemError`.
  package func decode(_ decoder: ImageDecoder, moment: ImageDecoder.Moment) async throws -> DecodedImage {
    switch self {
    case .file, .standardInput: try await decoder.decoded(path: text, moment: moment)
    case .bytes(let bytes, let name): try await decoder.decoded(bytes: bytes, name: name, moment: moment)
    case .snapshot(let snapshot): DecodedImage(snapshot: snapshot, formatName: "")
    }
  }
}

extension Snapshot {
  /// The cache key of the picture. It includes the size, since equal bytes may have different shapes.
  package var contentKey: String {
    "\(withUnsafeBytes { ContentHash($0).hash }) \(size) \(depth.rawValue) \(color.rawValue)"
  }
}

/// Checks that outputs do not overwrite inputs, and opens small outputs.
package enum OutputGuard {
  /// Opens a small output whose name must end in `extension`, such as `.png`; `-` is standard output.
  /// - Throws: `UsageError`, `SystemError.outputExists`, `SystemError.cannotCreate`.
  package static func open(
    _ path: String, extension: String, overwrites: Bool, areNot inputs: [String] = []
  ) throws -> OutputFile {
    guard path == "-" || path.lowercased().hasSuffix(`extension`) else {
      throw UsageError.invalidValue(
        option: .output, value: path, expected: "a file whose name ends in \(`extension`)")
    }
    try check([path], areNot: inputs)
    return try OutputFile(path: path, overwrite: overwrites)
  }

  /// Checks that no file of `outputs` is one of `inputs`, directly or through links; `-` is a standard
  /// stream.
  /// - Throws: `UsageError.outputIsInput`.
  package static func check(_ outputs: [String], areNot inputs: [String]) throws {
    let read = inputs.map { $0 == PictureSource.standardInput.text ? "/dev/stdin" : $0 }
      .compactMap(OutputPath.identity(of:))
    for output in outputs where output != "-" {
      if let identity = OutputPath.identity(of: output), read.contains(identity) {
        throw UsageError.outputIsInput(path: output)
      }
    }
  }
}
