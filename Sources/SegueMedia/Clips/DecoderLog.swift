import SegueImaging
import SegueMath
import Synchronization

/// The facts in a decoder's messages: the number of concealed errors, the silence for missing
/// sound, and the pictures' sizes and sample aspect ratios.
final class DecoderLog: Sendable {
  /// The level at which ffmpeg reports picture sizes; each line then begins with its level.
  static let verbosity = "level+verbose"

  private struct State {
    var damagedFrames = 0
    var damagedPackets: [Int: Int] = [:]
    var filledSamples = 0
    /// The damage in the previous line, which ffmpeg may report as repeated.
    private var lastDamage: (event: LogPattern.Event, numbers: [Int])?
    var changesShape = false
    var sizes: Set<ImageSize> = []
    var shapes: [ShapeRun] = []
    /// The number of the first scaling filter, and the sample aspect ratios in its messages.
    var aspects: (filter: Int, found: Set<[Int]>)?

    mutating func add(_ line: String) -> String? {
      let isInformation = LogPattern.information.isIn(line)
      let isDetail = isInformation || LogPattern.detail.isIn(line)
      for (event, pattern) in LogPattern.table {
        // Information lines may contain a file's title, which is arbitrary text.
        if isInformation, event.isDamage || event == .changedShape { continue }
        guard let numbers = pattern.numbers(in: line) else { continue }
        if event == .repetition {
          if let lastDamage { record(lastDamage.event, lastDamage.numbers, times: numbers[0]) }
          return nil
        }
        lastDamage = event.isDamage ? (event, numbers) : nil
        record(event, numbers, times: 1)
        return isDetail ? nil : Self.withoutLevel(line)
      }
      lastDamage = nil
      return isDetail ? nil : Self.withoutLevel(line)
    }

    private static func withoutLevel(_ line: String) -> String {
      ["[warning] ", "[error] ", "[fatal] "]
        .reduce(line) { $0.replacing($1, with: "", maxReplacements: 1) }
    }

    private mutating func record(_ event: LogPattern.Event, _ numbers: [Int], times: Int) {
      switch event {
      case .repetition: break
      case .damagedFrame: damagedFrames += times
      case .damagedPacket: damagedPackets[numbers[0], default: 0] += times
      case .silence: filledSamples += times * numbers[0]
      case .changedShape: changesShape = true
      case .size:
        if numbers.allSatisfy({ $0 > 0 }) { sizes.insert(ImageSize(width: numbers[0], height: numbers[1])) }
      case .scaling:
        let found = aspects ?? (numbers[0], [])
        if found.filter == numbers[0] { aspects = (found.filter, found.found.union([Array(numbers[3...])])) }
      case .picture:
        guard numbers[2] > 0, numbers[3] > 0 else { return }
        let size = ImageSize(width: numbers[2], height: numbers[3])
        let aspect = Ratio("\(numbers[0])/\(numbers[1])")
        if let last = shapes.last, last.size == size, last.sampleAspect == aspect {
          shapes[shapes.count - 1].count += 1
        } else {
          shapes.append(ShapeRun(size: size, sampleAspect: aspect, count: 1))
        }
      }
    }
  }

  private let state = Mutex(State())

  /// Reads a line. Returns a warning or an error without its level; `nil` for other lines.
  func read(_ line: String) -> String? { state.withLock { $0.add(line) } }

  /// The number of concealed damaged frames of `stream`: the decoder's count, or the number of
  /// damaged packets if that is larger.
  func damagedFrames(of stream: Int?) -> Int {
    state.withLock { state in max(state.damagedFrames, stream.flatMap { state.damagedPackets[$0] } ?? 0) }
  }

  /// The number of samples of silence that were inserted for missing sound, at the sound's own
  /// rate.
  var filledSamples: Int { state.withLock { $0.filledSamples } }
  var changesShape: Bool { state.withLock { $0.changesShape } }
  var sizes: Set<ImageSize> { state.withLock { $0.sizes } }
  var changesAspect: Bool { state.withLock { ($0.aspects?.found.count ?? 0) > 1 } }
  /// The shapes of the pictures reported by ffmpeg's `showinfo`.
  var shapes: [ShapeRun] { state.withLock { $0.shapes } }
}
