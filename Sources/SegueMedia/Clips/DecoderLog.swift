import SegueImaging
import SegueMath
import Synchronization

/// The messages of a decoder on standard error: the last lines, how many of them are about damage that it concealed, how much
/// silence stands for sound that is missing, and which sizes and sample aspect ratios pictures have.
///
/// **Source:** `init_video` and `CHECK_VIDEO_PARAM_CHANGE` in FFmpeg's libavfilter/buffersrc.c, `config_props` in
/// vf_scale.c, vf_showinfo.c.
///
/// **Thread-safety:** every method may be called from any thread.
final class DecoderLog: Sendable {
  /// The level at which ffmpeg says the sizes of pictures; each line then begins with its level.
  static let verbosity = "level+verbose"

  private struct State {
    var tail = LogTail()
    var splitter = LineSplitter(limit: LogTail.byteLimit)
    var damagedFrames = 0
    /// Packets that came damaged, by the number of their stream.
    var damagedPackets: [Int: Int] = [:]
    var filledSamples = 0
    /// The line before, which may be said to be repeated.
    private var last = ""
    var changesShape = false
    var sizes: Set<ImageSize> = []
    var shapes: [PictureShapes] = []
    /// The filter that scales pictures first, and the aspect ratios of their samples there.
    var aspects: (filter: Substring, found: Set<Substring>)?

    mutating func add(_ line: String) {
      if let match = line.firstMatch(of: #/Last message repeated (\d+) times/#) {
        return count(last, times: Int(match.1) ?? 0)
      }
      count(line, times: 1)
      last = line
      if line.contains("[verbose] ") || line.contains("[info] ") { return read(line) }
      if line.contains("Changing video frame properties") { changesShape = true }
      tail.add(
        ["[warning] ", "[error] ", "[fatal] "].reduce(line) { $0.replacing($1, with: "", maxReplacements: 1) }
      )
    }

    /// Counts what a line says of damage.
    private mutating func count(_ line: String, times: Int) {
      if DecoderLog.isAboutDamage(line) {
        damagedFrames += times
      } else if let match = line.firstMatch(of: #/corrupt input packet in stream (\d+)/#),
        let stream = Int(match.1)
      {
        damagedPackets[stream, default: 0] += times
      } else if let match = line.firstMatch(of: #/adding (\d+) audio samples of silence/#) {
        filledSamples += times * (Int(match.1) ?? 0)
      }
    }

    /// Reads what a line says of the pictures' shape.
    private mutating func read(_ line: String) {
      let shape =
        line.firstMatch(of: #/incoming frame - w: (\d+) h: (\d+) /#)
        ?? line.firstMatch(of: #/\[verbose\] w:(\d+) h:(\d+) pixfmt:/#)
      if let shape, let size = DecoderLog.size(shape.1, shape.2) {
        sizes.insert(size)
      } else if let match = line.firstMatch(
        of: #/^\[(Parsed_scale_\d+) .*\[verbose\] w:\d+ h:\d+ fmt:\S+ sar:(\S+) ->/#)
      {
        let found = aspects ?? (match.1, [])
        if found.filter == match.1 { aspects = (found.filter, found.found.union([match.2])) }
      } else if let match = line.firstMatch(of: #/\[info\] n: *\d+ .* sar:(\d+)\/(\d+) s:(\d+)x(\d+) /#),
        let size = DecoderLog.size(match.3, match.4)
      {
        let aspect = Ratio("\(match.1)/\(match.2)")
        if let last = shapes.last, last.size == size, last.sampleAspect == aspect {
          shapes[shapes.count - 1].count += 1
        } else {
          shapes.append(PictureShapes(size: size, sampleAspect: aspect, count: 1))
        }
      }
    }
  }

  private let state = Mutex(State())

  func append(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      for byte in bytes {
        let byte = byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte
        if let line = state.splitter.append(byte) { state.add(line) }
      }
    }
  }

  /// Lines of which ffmpeg writes one for each damaged frame.
  private static func isAboutDamage(_ line: String) -> Bool {
    line.contains("corrupt decoded frame") || line.contains("Error while decoding stream")
  }

  private static func size(_ width: Substring, _ height: Substring) -> ImageSize? {
    guard let width = Int(width), let height = Int(height), width > 0, height > 0 else { return nil }
    return ImageSize(width: width, height: height)
  }

  var lines: [String] { state.withLock { $0.tail.lines } }
  /// Damaged frames of `stream` that were concealed: those that its decoder tells of, at least as many as its packets that
  /// came damaged.
  func damagedFrames(of stream: Int?) -> Int {
    state.withLock { state in max(state.damagedFrames, stream.flatMap { state.damagedPackets[$0] } ?? 0) }
  }

  /// Samples of silence, at the sound's own rate, that stand for what is missing.
  var filledSamples: Int { state.withLock { $0.filledSamples } }
  var changesShape: Bool { state.withLock { $0.changesShape } }
  var sizes: Set<ImageSize> { state.withLock { $0.sizes } }
  /// Whether the aspect ratio of samples has changed.
  var changesAspect: Bool { state.withLock { ($0.aspects?.found.count ?? 0) > 1 } }
  var shapes: [PictureShapes] { state.withLock { $0.shapes } }
}
