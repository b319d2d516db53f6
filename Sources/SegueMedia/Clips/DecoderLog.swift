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
      var scanner = LineScanner(line)
      if let times = scanner.numbers(after: "Last message repeated ") { return count(last, times: times[0]) }
      let isInformation = scanner.contains("[info] ")
      // A file's title may have any words, and is information.
      last = isInformation ? "" : line
      count(last, times: 1)
      if isInformation || scanner.contains("[verbose] ") { return read(line) }
      if scanner.contains("Changing video frame properties") { changesShape = true }
      tail.add(
        ["[warning] ", "[error] ", "[fatal] "].reduce(line) { $0.replacing($1, with: "", maxReplacements: 1) }
      )
    }

    /// Counts what a line says of damage.
    private mutating func count(_ line: String, times: Int) {
      var scanner = LineScanner(line)
      // ffmpeg writes one of these for each damaged frame.
      if scanner.contains("corrupt decoded frame") || scanner.contains("Error while decoding stream") {
        damagedFrames += times
      } else if let stream = scanner.numbers(after: "corrupt input packet in stream ") {
        damagedPackets[stream[0], default: 0] += times
      } else if let samples = scanner.numbers(after: "adding "), scanner.isBefore(" audio samples of silence")
      {
        filledSamples += times * samples[0]
      }
    }

    /// Reads what a line says of the pictures' shape.
    private mutating func read(_ line: String) {
      var scanner = LineScanner(line)
      if let size = scanner.numbers(after: "incoming frame - w: ", " h: ") {
        addSize(size)
      } else if let size = scanner.numbers(after: "[verbose] w:", " h:") {
        if scanner.isBefore(" pixfmt:") { addSize(size) } else { addAspect(line, scanner) }
      } else if scanner.pass("[info] n:"), let shown = scanner.numbers(after: " sar:", "/", " s:", "x"),
        shown[2] > 0, shown[3] > 0
      {
        let size = ImageSize(width: shown[2], height: shown[3])
        let aspect = Ratio("\(shown[0])/\(shown[1])")
        if let last = shapes.last, last.size == size, last.sampleAspect == aspect {
          shapes[shapes.count - 1].count += 1
        } else {
          shapes.append(PictureShapes(size: size, sampleAspect: aspect, count: 1))
        }
      }
    }

    private mutating func addSize(_ numbers: [Int]) {
      if numbers[0] > 0, numbers[1] > 0 { sizes.insert(ImageSize(width: numbers[0], height: numbers[1])) }
    }

    /// Takes the aspect ratio of samples where `line` is of the first filter that scales; `scanner` is behind the size.
    private mutating func addAspect(_ line: String, _ scanner: LineScanner) {
      var scanner = scanner
      guard line.hasPrefix("[Parsed_scale_"), scanner.isBefore(" fmt:"), scanner.pass(" sar:") else { return }
      let (filter, aspect) = (line.prefix { $0 != " " }, scanner.word())
      let found = aspects ?? (filter, [])
      if found.filter == filter { aspects = (found.filter, found.found.union([aspect])) }
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
