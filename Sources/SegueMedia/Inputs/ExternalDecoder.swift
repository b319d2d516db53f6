import FoundationEssentials
import Glibc
import SegueImaging
import SegueSystem

/// Decodes what `ffmpeg` knows, in a process of its own, within limits of size and time.
///
/// **Thread-safety:** calls share nothing.
struct ExternalDecoder: Sendable {
  let limits: DecodingLimits
  let timeLimit: Duration
  /// The name of the input in errors.
  let name: String
  /// The frame of a video that is taken.
  var moment = ImageDecoder.Moment.first

  /// Whether a file that begins with `head` is a TIFF, whose orientation `ffmpeg` does not tell.
  static func isTIFF(_ head: some Collection<UInt8>) -> Bool {
    head.starts(with: [0x49, 0x49, 42, 0]) || head.starts(with: [0x4d, 0x4d, 0, 42])
  }

  /// The picture in the file at `path`, turned by its `orientation`. `ffmpeg` sees it under a harmless name, so
  /// that no character of the real one means anything to it.
  func decode(path: String, orientation: Orientation) async throws -> DecodedImage {
    let folder = try TemporaryFolder(fileName: "input" + Self.harmlessExtension(of: path))
    try folder.link(to: path)
    return try await decode(file: folder.file, orientation)
  }

  /// The picture in a file's `bytes`.
  func decode(bytes: [UInt8], orientation: Orientation) async throws -> DecodedImage {
    let folder = try TemporaryFolder(fileName: "input")
    try folder.write(bytes)
    return try await decode(file: folder.file, orientation)
  }

  /// Whether the file at `path` holds one picture in a format that `ffmpeg` decodes by itself.
  func isPicture(path: String) async -> Bool {
    guard let folder = try? TemporaryFolder(fileName: "input" + Self.harmlessExtension(of: path)),
      (try? folder.link(to: path)) != nil
    else { return false }
    let process = MediaProcess(name: name, file: folder.file, timeLimit: timeLimit)
    return (try? await probe(with: process))?.video.isStill == true
  }

  private func decode(file: String, _ orientation: Orientation) async throws -> DecodedImage {
    let process = MediaProcess(name: name, file: file, timeLimit: timeLimit)
    let probe = try await probe(with: process)
    let video = probe.video
    if video.codec == "exr" {
      throw MediaError.badData(
        path: name,
        reason: "OpenEXR holds the light of a scene, which no screen has; convert it to a 16-bit PNG or TIFF")
    }
    if let objection = limits.objection(width: video.storedSize.width, height: video.storedSize.height) {
      throw MediaError.badData(path: name, reason: objection)
    }
    let isLast = moment == .last && probe.hasFrames
    let file =
      isLast ? try await lastFrame(process, video) : try await firstFrame(process, video, orientation)
    // A TIFF is turned here, whatever this version of ffmpeg does.
    let picture = try await onThread(named: "segue.decode") { [limits, name] stop in
      try StillDecoder(format: .png, limits: limits, name: name, stop: stop, orientation: orientation)
        .decode(file)
    }
    var warnings = picture.warnings
    if video.isHDR { warnings.append("its high dynamic range is mapped to a standard one") }
    if probe.hasFrames {
      let kind = Self.animations.contains(probe.container) ? "animated" : "a video"
      warnings.append("it is \(kind); its \(isLast ? "last" : "first") frame is taken")
    }
    return DecodedImage(snapshot: picture.snapshot, warnings: warnings, formatName: video.codec)
  }

  /// The first picture, as a PNG.
  private func firstFrame(
    _ process: MediaProcess, _ video: ClipInfo.Video, _ orientation: Orientation
  ) async throws -> [UInt8] {
    // A video's turn is ffmpeg's.
    let turn = orientation == .normal ? [] : ["-noautorotate"]
    let output = try await process.run(
      "ffmpeg", decoding(turn, file: process.file, ["-frames:v", "1"], video),
      outputLimit: byteCount(of: video))
    guard output.starts(with: Self.signature) else { throw noPicture }
    return output
  }

  /// The distances from the end at which the last frame is looked for, in seconds, until there is one; `nil` is the
  /// whole video.
  private static let tails: [String?] = ["0.5", "5", nil]

  /// The last picture, as a PNG.
  private func lastFrame(_ process: MediaProcess, _ video: ClipInfo.Video) async throws -> [UInt8] {
    for tail in Self.tails {
      let seek = tail.map { ["-sseof", "-" + $0] } ?? []
      let output = try await process.run(
        "ffmpeg", decoding(seek, file: process.file, ["-fps_mode", "passthrough"], video),
        outputLimit: byteCount(of: video), keepsEnd: true)
      if let start = Self.lastStart(in: output) { return Array(output[start...]) }
    }
    throw noPicture
  }

  private var noPicture: MediaError { .badData(path: name, reason: "ffmpeg found no picture in it") }

  /// The bytes that a PNG begins with.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The beginning of the last of several pictures, of which the bytes may start in the midst of one.
  private static func lastStart(in bytes: [UInt8]) -> Int? {
    guard let first = signature.first else { return nil }
    return bytes.indices.last { bytes[$0] == first && bytes[$0...].starts(with: signature) }
  }

  /// `ffmpeg`'s arguments for pictures one after the other on its standard output: PNG without compression, which has a colour
  /// profile where the picture has one.
  private func decoding(
    _ before: [String], file: String, _ after: [String], _ video: ClipInfo.Video
  ) -> [String] {
    ["-nostdin", "-v", "error", "-max_pixels", "\(limits.maximumPixels)"] + ClipInput.pictureWhitelists
      + before + ["-i", "file:\(file)", "-map", "0:\(video.stream)", "-vf", filters(for: video)]
      + after
      + [
        "-f", "image2pipe", "-c:v", "png", "-compression_level", "0", "-pred", "none", "-pix_fmt",
        layout(of: video),
        "pipe:1",
      ]
  }

  /// The colours of `video` in sRGB, of which nothing is said then: ffmpeg would write the curve of a camera.
  private func filters(for video: ClipInfo.Video) -> String {
    let conversion =
      video.isHDR
      ? ClipConform.toneMapping(to: "m=gbr:r=full,format=gbrp16le,")
      : video.needsColorConversion
        ? ClipConform.conversion(of: video, to: .sdr, layout: video.hasAlpha ? "gbrap16le" : "gbrp16le") + ","
        : ""
    return conversion + "setparams=color_primaries=unknown:color_trc=unknown"
  }

  /// The layout of what `ffmpeg` hands over: 16 bits where the picture has more than 8 and they are wanted; grey where a
  /// profile may be that of grey.
  private func layout(of video: ClipInfo.Video) -> String {
    let isDeep = limits.depth == .sixteen && video.bits > 8
    let isGray = ["gray", "ya"].contains { video.pixelFormat.hasPrefix($0) }
    return isGray ? isDeep ? "ya16be" : "ya8" : isDeep ? "rgba64be" : "rgba"
  }

  /// The most bytes of a picture's file: its pixels in pieces of 4 KiB, a byte more a row, and a profile.
  private func byteCount(of video: ClipInfo.Video) -> Int {
    let pixels = video.storedSize.area * PixelDepth.sixteen.bytesPerPixel
    return pixels + pixels / 64 + max(video.storedSize.width, video.storedSize.height) * 2 + (32 << 20)
  }

  /// The facts that `ffprobe` prints about the picture.
  private struct Probe {
    var video: ClipInfo.Video
    var container: String
    /// Whether there is more than one picture. Formats of single pictures are read in pieces, which are packets but no
    /// frames.
    var hasFrames: Bool
  }

  private func probe(with process: MediaProcess) async throws -> Probe {
    let output = try await process.run(
      "ffprobe",
      ["-v", "error"] + ClipInput.pictureWhitelists + [
        "-select_streams", "v", "-count_packets", "-read_intervals", "%+#2", "-show_streams", "-show_format",
        "-of",
        "json", "-i", "file:\(process.file)",
      ], outputLimit: 1 << 20)
    let document = try? JSONDecoder().decode(ProbedDocument.self, from: Data(output))
    guard let document, document.hasPictures else {
      throw MediaError.badData(path: name, reason: "it is not a picture")
    }
    let info = try document.info(path: name, moving: [])
    guard let video = info.video else { throw MediaError.badData(path: name, reason: "it is not a picture") }
    return Probe(
      video: video, container: info.container,
      hasFrames: !info.container.hasSuffix("_pipe") && info.container != "image2"
        && document.moves(video.stream))
  }

  /// Formats of animated pictures, which are not videos.
  private static let animations: Set<String> = ["gif", "apng", "jpegxl_anim", "flic"]

  /// The extension where it is short and plain, for `ffmpeg` knows some formats by nothing else; else none.
  private static func harmlessExtension(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    let letters = name[name.index(after: dot)...].lowercased()
    let isPlain = letters.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    return isPlain && (1...8).contains(letters.utf8.count) ? ".\(letters)" : ""
  }
}
