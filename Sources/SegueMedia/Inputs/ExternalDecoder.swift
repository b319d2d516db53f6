import Dispatch
import Glibc
import SegueImaging
import SegueSystem

/// Decodes what `ffmpeg` knows, in a process of its own, within limits of size and time.
///
/// **Thread-safety:** a value; calls share nothing.
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

  private func decode(file: String, _ orientation: Orientation) async throws -> DecodedImage {
    let process = MediaProcess(name: name, file: file, timeLimit: timeLimit)
    let probe = try await probe(with: process)
    if probe.codec == "exr" {
      throw MediaError.badData(
        path: name,
        reason: "OpenEXR holds the light of a scene, which no screen has; convert it to a 16-bit PNG or TIFF")
    }
    if let objection = limits.objection(width: probe.width, height: probe.height) {
      throw MediaError.badData(path: name, reason: objection)
    }
    let isLast = moment == .last && probe.hasFrames
    let picture =
      isLast ? try await lastFrame(process, probe) : try await firstFrame(process, probe, orientation)
    var warnings: [String] = []
    if probe.isHDR { warnings.append("its high dynamic range is mapped to a standard one") }
    if probe.hasFrames {
      let kind = Self.animations.contains(probe.container) ? "animated" : "a video"
      warnings.append("it is \(kind); its \(isLast ? "last" : "first") frame is taken")
    }
    return DecodedImage(
      snapshot: picture.snapshot(turnedFrom: orientation), warnings: warnings, formatName: probe.codec)
  }

  private func firstFrame(
    _ process: MediaProcess, _ probe: Probe, _ orientation: Orientation
  ) async throws -> PortableAnymap {
    // A TIFF is turned here, whatever this version of ffmpeg does; a video's turn is ffmpeg's.
    let turn = orientation == .normal ? [] : ["-noautorotate"]
    let output = try await process.run(
      "ffmpeg", decoding(turn, file: process.file, ["-frames:v", "1"], probe),
      outputLimit: probe.byteCount)
    return try PortableAnymap(output, depth: probe.depth, limits: limits, name: name)
  }

  /// The distances from the end at which the last frame is looked for, in seconds, until there is one; `nil` is the
  /// whole video.
  private static let tails: [String?] = ["0.5", "5", nil]

  private func lastFrame(_ process: MediaProcess, _ probe: Probe) async throws -> PortableAnymap {
    for tail in Self.tails {
      let seek = tail.map { ["-sseof", "-" + $0] } ?? []
      let output = try await process.run(
        "ffmpeg", decoding(seek, file: process.file, ["-fps_mode", "passthrough"], probe),
        outputLimit: probe.byteCount, keepsEnd: true)
      if let start = PortableAnymap.lastStart(in: output, byteCount: probe.pixelBytes) {
        return try PortableAnymap(Array(output[start...]), depth: probe.depth, limits: limits, name: name)
      }
    }
    throw MediaError.badData(path: name, reason: "ffmpeg found no picture in it")
  }

  /// `ffmpeg`'s arguments for pictures one after the other on its standard output.
  private func decoding(_ before: [String], file: String, _ after: [String], _ probe: Probe) -> [String] {
    ["-nostdin", "-v", "error", "-max_pixels", "\(limits.maximumPixels)"] + ClipInput.pictureWhitelists
      + before + ["-i", "file:\(file)", "-map", "0:v:0"]
      + (probe.isHDR ? ["-vf", ClipConform.toneMapping(to: "m=gbr:r=full,format=gbrp16le")] : [])
      + after
      + ["-f", "image2pipe", "-c:v", "pam", "-pix_fmt", probe.layout, "pipe:1"]
  }

  /// The facts that `ffprobe` prints about the first picture.
  private struct Probe {
    var width = 0
    var height = 0
    var codec = "unknown"
    var container = ""
    var packets = 0
    /// Whether its values are those of a high dynamic range.
    var isHDR = false
    /// The depth of decoding: 16 bits where the picture has more than 8 and they are wanted.
    var depth = PixelDepth.eight

    /// The pixels' layout in ffmpeg's words.
    var layout: String { depth == .eight ? "rgba" : "rgba64be" }
    /// The bytes of the pixels.
    var pixelBytes: Int { width * height * depth.bytesPerPixel }
    /// The most bytes that the picture takes with its header.
    var byteCount: Int { pixelBytes + PortableAnymap.maximumHeaderLength }

    /// Whether there is more than one picture. Formats of single pictures are read in pieces, which are packets but no
    /// frames.
    var hasFrames: Bool { packets > 1 && !container.hasSuffix("_pipe") && container != "image2" }
  }

  private func probe(with process: MediaProcess) async throws -> Probe {
    let output = try await process.run(
      "ffprobe",
      ["-v", "error"] + ClipInput.pictureWhitelists + [
        "-select_streams", "v:0", "-count_packets", "-read_intervals", "%+#2", "-show_entries",
        "stream=codec_name,width,height,pix_fmt,color_transfer,nb_read_packets:format=format_name", "-of",
        "default=noprint_wrappers=1",
        "-i", "file:\(process.file)",
      ], outputLimit: 1 << 16)
    var result = Probe()
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "width": result.width = Int(parts[1]) ?? 0
      case "height": result.height = Int(parts[1]) ?? 0
      case "codec_name": result.codec = String(parts[1])
      case "color_transfer": result.isHDR = ColorEncoding(transfer: parts[1]).isHDR
      case "pix_fmt" where limits.depth == .sixteen && ClipInfo.Video.bits(ofLayout: String(parts[1])) > 8:
        result.depth = .sixteen
      case "nb_read_packets": result.packets = Int(parts[1]) ?? 0
      case "format_name": result.container = String(parts[1])
      default: break
      }
    }
    if result.width < 1 || result.height < 1 {
      throw MediaError.badData(path: name, reason: "it is not a picture")
    }
    return result
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

/// Runs `ffmpeg` or `ffprobe` on one input file and collects what it prints.
///
/// **Thread-safety:** a value; calls share nothing.
struct MediaProcess: Sendable {
  /// The name of the input in errors.
  let name: String
  /// The file that the program reads, which its messages name.
  let file: String
  let timeLimit: Duration

  /// The bytes that `program` writes to its standard output.
  /// - Parameter keepsEnd: whether a longer output is none too long, and its end is kept: `outputLimit` bytes or some
  ///   more.
  /// - Throws: `MediaError.badData` when it fails, prints more than `outputLimit` bytes, or takes too long;
  ///   `.encoderMissing` when it is not there; `.cancelled` when the task was cancelled.
  func run(
    _ program: String, _ arguments: [String], outputLimit: Int, keepsEnd: Bool = false
  ) async throws -> [UInt8] {
    let running = ProgramRun()
    let keeping = keepsEnd ? ProgramRun.Keeping.last(outputLimit) : .first(outputLimit)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A serial queue of its own gets a thread at once: waiting is not for a task's.
        DispatchQueue(label: "decoder").async {
          continuation.resume(with: Result { try output(of: program, arguments, keeping, running) })
        }
      }
    } onCancel: {
      running.cancel()
    }
  }

  private func output(
    of program: String, _ arguments: [String], _ keeping: ProgramRun.Keeping, _ running: ProgramRun
  ) throws -> [UInt8] {
    let outcome: ProgramRun.Outcome
    do {
      outcome = try running.run(program, arguments, keeping: keeping, timeLimit: timeLimit)
    } catch MediaError.encoderMissing {
      throw MediaError.encoderMissing(name: program, cause: .decoder(picture: name, package: "ffmpeg"))
    }
    if running.isCancelled { throw MediaError.cancelled }
    guard let ending = outcome.ending else { throw bad("\(program) took longer than \(timeLimit)") }
    if outcome.isTooLong { throw bad("\(program) printed more data than announced") }
    guard ending.isSuccess else { throw bad(explanation(outcome.log)) }
    return outcome.output
  }

  private func bad(_ reason: String) -> MediaError { .badData(path: name, reason: reason) }

  /// Bytes that are looked at to tell text.
  private static let headLength = 1024

  /// Whether a file that begins with `head` is text, but for the markup of drawings.
  private static func isText(_ head: [UInt8]) -> Bool {
    guard let first = head.first(where: { $0 > 0x20 }), first != UInt8(ascii: "<") else { return false }
    let isPlain = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    // The last character may be cut.
    return isPlain && (0..<4).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
  }

  /// The last line of a log without the name of the file that only we know; text is called so.
  private func explanation(_ log: String) -> String {
    if let head = try? InputFile.open(path: file).head(Self.headLength), Self.isText(head) {
      return "it is text, neither a picture nor a clip; files that it lists have to be named themselves"
    }
    guard let last = log.split(separator: "\n").last else { return "ffmpeg cannot decode it" }
    let prefix = "file:\(file): "
    let line = last.hasPrefix(prefix) ? last.dropFirst(prefix.count) : last
    return "ffmpeg cannot decode it: \(line)"
  }
}

/// A picture in the PAM format, RGB and alpha of 8 or 16 bits: what `ffmpeg` hands over, with its size.
///
/// **Source:** Netpbm, "PAM image format".
struct PortableAnymap {
  /// No header of four channels is longer.
  static let maximumHeaderLength = 256

  let size: ImageSize
  private let depth: PixelDepth
  private let pixels: ArraySlice<UInt8>

  /// Reads the header and finds the pixels, which have `depth`.
  /// - Throws: `MediaError.badData` when pixels are missing or are more than `limits` allow.
  init(_ bytes: [UInt8], depth: PixelDepth, limits: DecodingLimits, name: String) throws {
    self.depth = depth
    let end = Array("ENDHDR\n".utf8)
    let head = bytes.prefix(Self.maximumHeaderLength)
    let start = head.indices.first { head[$0...].starts(with: end) }
    guard let start, head.starts(with: "P7\n".utf8) else {
      throw MediaError.badData(path: name, reason: "ffmpeg found no picture in it")
    }
    var fields: [Substring: Int] = [:]
    for line in String(decoding: head[..<start], as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { fields[words[0]] = Int(words[1]) }
    }
    let (width, height) = (fields["WIDTH"] ?? 0, fields["HEIGHT"] ?? 0)
    if let objection = limits.objection(width: width, height: height) {
      throw MediaError.badData(path: name, reason: objection)
    }
    pixels = bytes[(start + end.count)...]
    size = ImageSize(width: width, height: height)
    guard fields["DEPTH"] == 4, fields["MAXVAL"] == depth.most,
      pixels.count >= size.area * depth.bytesPerPixel
    else {
      throw MediaError.badData(path: name, reason: "ffmpeg delivered an incomplete picture")
    }
  }

  /// The picture, oriented.
  func snapshot(turnedFrom orientation: Orientation) -> Snapshot {
    let buffer = PixelBuffer(size: size, depth: depth)
    pixels.prefix(buffer.byteCount).withUnsafeBytes { pixels in
      buffer.withUnsafeMutableBytes { $0.copyMemory(from: pixels) }
    }
    if depth == .sixteen {
      buffer.withUnsafeValues(of: UInt16.self) { lanes in
        for index in lanes.indices { lanes[index] = UInt16(bigEndian: lanes[index]) }
      }
    }
    return orientation.snapshot(of: buffer)
  }

  /// The beginning of the last of several pictures of `byteCount` bytes of pixels, of which the bytes may start in the
  /// midst of one.
  static func lastStart(in bytes: [UInt8], byteCount: Int) -> Int? {
    let pixels = bytes.count - byteCount
    let (start, end) = (Array("P7\nWIDTH".utf8), Array("ENDHDR\n".utf8))
    guard pixels >= start.count + end.count, bytes[..<pixels].suffix(end.count).elementsEqual(end) else {
      return nil
    }
    return (max(0, pixels - maximumHeaderLength)..<pixels).last { bytes[$0..<pixels].starts(with: start) }
  }
}
