import Imaging

/// Turns files into snapshots: PNG, JPEG and WebP in this process, anything else through `ffmpeg`.
///
/// The kind is told by the first bytes, never by the name. Pictures come out upright (EXIF) and in sRGB (ICC);
/// gAMA and cHRM without a profile are left alone; 16 bits are rounded to 8. Of an animation the first frame is
/// taken, with a warning. A truncated or corrupt file is an error, never half a picture.
///
/// **Thread-safety:** a value; calls share nothing and may run at the same time.
public struct ImageDecoder: Sendable {
  /// What a picture may claim.
  public var limits: DecodingLimits
  /// How long `ffmpeg` may take for a picture.
  public var externalTimeLimit: Duration

  /// A decoder with these limits.
  public init(limits: DecodingLimits = DecodingLimits(), externalTimeLimit: Duration = .seconds(30)) {
    self.limits = limits
    self.externalTimeLimit = externalTimeLimit
  }

  /// The picture in the file at `path`; `-` is standard input. Pipes are read too.
  /// - Throws: `MediaError.unreadable` when there is no such file or it cannot be read; `.badData` when it is
  ///   broken, of no known kind, or beyond the limits; `.encoderMissing` when it takes `ffmpeg` and there is
  ///   none; `.cancelled` when the task was cancelled.
  public func decode(path: String) async throws -> DecodedImage {
    let file = try InputFile.open(path: path)
    if file.isRegular, ImageFormat(sniffing: try file.head(ImageFormat.headLength)) == nil, path != "-" {
      return try await external(name: file.name).decode(path: path)
    }
    let bytes = try await file.readAllInTask(limit: limits.maximumFileBytes)
    return try await decode(bytes: bytes, name: file.name)
  }

  /// The picture in a file's `bytes`; errors call it `name`.
  /// - Throws: as `decode(path:)`.
  public func decode(bytes: [UInt8], name: String) async throws -> DecodedImage {
    if let format = ImageFormat(sniffing: bytes) {
      return try StillDecoder(format: format, limits: limits, name: name).decode(bytes)
    }
    if bytes.isEmpty { throw MediaError.badData(path: name, reason: "it is empty") }
    return try await external(name: name).decode(bytes: bytes)
  }

  private func external(name: String) -> ExternalDecoder {
    ExternalDecoder(limits: limits, timeLimit: externalTimeLimit, name: name)
  }
}
