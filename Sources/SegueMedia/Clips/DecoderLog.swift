import SegueImaging
import SegueMath
import Synchronization

/// A decoder's messages on standard error: the number of concealed errors, the silence inserted for
/// missing sound, and the sizes and sample aspect ratios of the pictures.
///
/// **Source:** `init_video` and `CHECK_VIDEO_PARAM_CHANGE` in FFmpeg's libavfilter/buffersrc.c, `config_props` in
/// vf_scale.c, vf_showinfo.c.
///
/// **Thread-safety:** every method may be called from any thread.
final class DecoderLog: Sendable {
  /// The level at which ffmpeg reports picture sizes; each line then begins with its level.
  static let verbosity = "level+verbose"

  private struct State {
    var damagedFrames = 0
    /// Damaged packets by stream index.
    var damagedPackets: [Int: Int] = [:]
    var filledSamples = 0
    /// The previous line, which ffmpeg may report as repeated.
    private var last = ""
    var changesShape = false
    var sizes: Set<ImageSize> = []
    var shapes: [ShapeRun] = []
    /// The first scaling filter, and the sample aspect ratios seen there.
    var aspects: (filter: Substring, found: Set<Substring>)?

    mutating func add(_ line: String) -> String? {
      var scanner = LineScanner(line)
      if let times = scanner.numbers(after: "Last message repeated ") {
        count(last, times: times[0])
        return nil
      }
      let isInformation = scanner.contains("[info] ")
      // Information lines may contain a file's title, which is arbitrary text.
      last = isInformation ? "" : line
      count(last, times: 1)
      if isInformation || scanner.contains("[verbose] ") {
        read(line)
        return nil
      }
      if scanner.contains("Changing video frame properties") { changesShape = true }
      return ["[warning] ", "[error] ", "[fatal] "]
        .reduce(line) { $0.replacing($1, with: "", maxReplacements: 1) }
    }

    /// Counts the damage that a line reports.
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

    /// Reads the picture shape that a line reports.
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
          shapes.append(ShapeRun(size: size, sampleAspect: aspect, count: 1))
        }
      }
    }

    private mutating func addSize(_ numbers: [Int]) {
      if numbers[0] > 0, numbers[1] > 0 { sizes.insert(ImageSize(width: numbers[0], height: numbers[1])) }
    }

    /// Records the sample aspect ratio if `line` is from the first scaling filter; `scanner` is
    /// past the size.
    private mutating func addAspect(_ line: String, _ scanner: LineScanner) {
      var scanner = scanner
      guard line.hasPrefix("[Parsed_scale_"), scanner.isBefore(" fmt:"), scanner.pass(" sar:") else { return }
      let (filter, aspect) = (line.prefix { $0 != " " }, scanner.word())
      let found = aspects ?? (filter, [])
      if found.filter == filter { aspects = (found.filter, found.found.union([aspect])) }
    }
  }

  private let state = Mutex(State())

  /// Reads a line. Returns a warning or an error without its level; `nil` for other lines.
  func read(_ line: String) -> String? { state.withLock { $0.add(line) } }

  /// Concealed damaged frames of `stream`: the decoder's count, or its number of damaged packets if
  /// larger.
  func damagedFrames(of stream: Int?) -> Int {
    state.withLock { state in max(state.damagedFrames, stream.flatMap { state.damagedPackets[$0] } ?? 0) }
  }

  /// Samples of silence inserted for missing sound, at the sound's own rate.
  var filledSamples: Int { state.withLock { $0.filledSamples } }
  /// Whether pictures have changed their size or layout.
  var changesShape: Bool { state.withLock { $0.changesShape } }
  var sizes: Set<ImageSize> { state.withLock { $0.sizes } }
  /// Whether the sample aspect ratio has changed.
  var changesAspect: Bool { state.withLock { ($0.aspects?.found.count ?? 0) > 1 } }
  /// The shapes of the pictures reported by ffmpeg's `showinfo`.
  var shapes: [ShapeRun] { state.withLock { $0.shapes } }
}
