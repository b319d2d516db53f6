import SegueFields
import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueSystem

/// The reductions of an animation that exceeds its limit. It lowers, in this order, the quality of a WebP or the
/// colours of a GIF, the frame rate to 15 frames/s, the size, then the frame rate and the quality or colours further.
/// Explicit settings are kept. After a step to a lower frame rate, the quality may rise again.
///
/// The reductions form a ladder, and a model predicts the bytes of each step. The second encode corrects the model.
struct AnimationSizeSearch: SizeSearch {
  /// A reduction of a request.
  struct Change: Equatable {
    var quality: Int?
    var rate: FrameRate?
    var size: ImageSize?
  }

  /// A reduction with the predicted shares of the first output's bytes.
  struct Step {
    var change = Change()
    /// The share of bytes per pixel.
    var quality = 1.0
    /// The share of pixels.
    var pixels = 1.0
  }

  /// The exponents of the predicted shares in the number of bytes.
  private struct Exponents {
    var quality = 1.0
    // With fewer frames, neighbours differ more. Smaller frames have more detail per pixel.
    var pixels = 0.9
  }

  private let output: OutputRequest
  private let reduction: OutputFormat.Facts.Reduction?
  private let first: SizeLimitExceeded
  private let byteLimit: Int
  /// The values of quality or colours in descending order; `nil` is the default or the request's.
  private let qualities: [Int?]
  /// The frame rates with smooth motion in descending order; `nil` is the default or the request's.
  private let rates: [FrameRate?]
  /// The lower frame rates.
  private let slowRates: [FrameRate]
  /// The divisor of every width and height, in pixels.
  private let sideStep: Int
  private var exponents = Exponents()
  /// The last output's reduction and bytes.
  private var last: (step: Step, byteCount: Int)
  /// The reduction of the next output.
  private(set) var pending = Step()
  /// Whether the second output has corrected the exponents.
  private var isCorrected = false

  /// The factor of width and height per step.
  private static let sizeStep = 0.97
  /// The minimum width and height.
  private static let smallestSide = 16
  /// The least increase of bytes that is worth a third encode.
  private static let leastGain = 1.02

  /// The reductions of `output`, which has `first.byteCount` bytes, more than `byteLimit`.
  init(
    _ output: OutputRequest, _ format: OutputFormat, isStill: Bool, first: SizeLimitExceeded, sideStep: Int,
    byteLimit: Int
  ) {
    self.output = output
    self.first = first
    self.sideStep = sideStep
    self.byteLimit = byteLimit
    last = (Step(), first.byteCount)
    reduction = output.quality == nil ? format.facts.reduced : nil
    qualities = [nil] + (reduction?.values.dropFirst().map(Optional.some) ?? [])
    let isFixed = output.frameRate != nil || isStill
    func lower(_ rates: [Int]) -> [FrameRate] {
      if isFixed { return [] }
      return rates.filter { Double($0) < first.rate.framesPerSecond }.compactMap { try? FrameRate($0) }
    }
    rates = [nil] + lower([30, 25, 20, 15]).map(Optional.some)
    slowRates = lower([12, 10])
  }

  var advice: PropertyNames.Sentence? {
    output.size == nil ? nil : "; leave out \(option: .size) to shrink it"
  }

  mutating func next() -> (output: OutputRequest, reduction: String)? {
    guard let step = nextStep() else { return nil }
    pending = step
    let change = step.change
    var output = output
    if let quality = change.quality { output.quality = .value(Double(quality)) }
    if let rate = change.rate { output.frameRate = rate }
    if let size = change.size { output.size = .exact(size) }
    return (output, words(for: change))
  }

  mutating func add(byteCount: Int) {
    last = (pending, byteCount)
    if isCorrected { return }
    isCorrected = true
    let share = StableMath.log(max(1, Double(byteCount)) / Double(first.byteCount))
    let quality = StableMath.log(pending.quality)
    let pixels = StableMath.log(pending.pixels)
    if quality < 0 {
      exponents.quality = min(max(0.4, (share - exponents.pixels * pixels) / quality), 2.5)
    } else if pixels < 0 {
      exponents.pixels = min(max(0.2, share / pixels), 1.5)
    }
  }

  /// The first reduction that is expected to fit with a margin, as the model's error grows with the distance to the
  /// limit.
  private func nextStep() -> Step? {
    let distance = StableMath.log(Double(byteLimit) / max(1, Double(last.byteCount)))
    let fits = distance >= 0
    let margin =
      !isCorrected ? -0.08 * distance : fits ? 0.01 + 0.1 * distance : 0.03 - 0.4 * distance
    let target = Double(byteLimit) * StableMath.exp(-margin)
    let ladder = ladder
    guard let step = ladder.first(where: { bytes($0) <= target }) ?? ladder.last else { return nil }
    if fits { return bytes(step) > Double(last.byteCount) * Self.leastGain ? step : nil }
    return step.change == last.step.change ? nil : step
  }

  /// The predicted number of bytes.
  private func bytes(_ step: Step) -> Double { Double(last.byteCount) * share(step) / share(last.step) }

  /// The predicted share of the first output's bytes.
  private func share(_ step: Step) -> Double {
    StableMath.pow(step.quality, exponents.quality) * StableMath.pow(step.pixels, exponents.pixels)
  }

  /// The reductions in order, each with fewer predicted bytes than the one before.
  private var ladder: [Step] {
    var ladder: [Step] = []
    var change = Change()
    func add() {
      let frames = (change.rate ?? first.rate).framesPerSecond / first.rate.framesPerSecond
      let area = Double((change.size ?? first.size).area) / Double(first.size.area)
      let quality = change.quality.flatMap { reduction?.share($0) } ?? 1
      let step = Step(change: change, quality: quality, pixels: frames * area)
      if ladder.last.map({ share(step) < share($0) }) ?? true { ladder.append(step) }
    }
    func addQualities() {
      for quality in qualities {
        change.quality = quality
        add()
      }
    }
    for rate in rates {
      change.rate = rate
      addQualities()
    }
    var size = first.size
    while output.size == nil, min(size.width, size.height) > Self.smallestSide {
      size = Self.shrunk(size, by: Self.sizeStep, shape: first.size, step: sideStep)
      change.size = size
      add()
    }
    for rate in slowRates {
      change.rate = rate
      addQualities()
    }
    for quality in reduction?.least ?? [] {
      change.quality = quality
      add()
    }
    return ladder
  }

  /// A size of at most `factor` times the sides of `size`, in whole steps, closest to the aspect
  /// ratio of `shape`.
  static func shrunk(_ size: ImageSize, by factor: Double, shape: ImageSize, step: Int) -> ImageSize {
    func side(_ length: Double, _ rounding: FloatingPointRoundingRule) -> Int {
      max(smallestSide, Int((length / Double(step)).rounded(rounding)) * step)
    }
    let ratio = Double(shape.height) / Double(shape.width)
    if ratio > 1 {
      let height = side(Double(size.height) * factor, .down)
      return ImageSize(width: side(Double(height) / ratio, .toNearestOrAwayFromZero), height: height)
    }
    let width = side(Double(size.width) * factor, .down)
    return ImageSize(width: width, height: side(Double(width) * ratio, .toNearestOrAwayFromZero))
  }

  /// The reduction in words, such as `quality 40 instead of 80`.
  private func words(for change: Change) -> String {
    func plain(_ rate: FrameRate) -> String {
      rate.denominator == 1 ? "\(rate.numerator)" : rate.description
    }
    var parts: [String] = []
    if let quality = change.quality, let reduction {
      let usual = reduction.values.first ?? quality
      parts.append(reduction.words.replacing("%", with: "\(quality)") + " instead of \(usual)")
    }
    if let rate = change.rate { parts.append("\(plain(rate)) frames/s instead of \(plain(first.rate))") }
    if let size = change.size { parts.append("\(size) instead of \(first.size)") }
    return parts.joined(separator: ", ")
  }
}
