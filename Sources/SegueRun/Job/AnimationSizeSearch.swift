import SegueFields
import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueSystem

/// The reductions of an animation that exceeds its limit. The search first lowers the quality of a WebP
/// or the colours of a GIF, then the frame rate down to 15 frames/s. Then it lowers the size, and
/// finally the frame rate and the quality or colours further. Explicit settings are kept. After a step
/// to a lower frame rate, the quality may rise again.
///
/// The reductions form a ladder, and a model predicts the bytes of each step. Every encode corrects the
/// model.
struct AnimationSizeSearch: SizeSearch {
  /// A reduction of a request.
  struct Change: Equatable {
    var quality: Int?
    var rate: FrameRate?
    var size: ImageSize?
  }

  /// A reduction, and the shares of the first output that it keeps.
  struct Step {
    var change = Change()
    var shares = SizeModel.Shares()
  }

  private let output: OutputRequest
  private let reduction: OutputFormat.Facts.Reduction?
  private let first: SizeLimitExceeded
  private let byteLimit: Int
  /// The values of quality or colours in descending order; `nil` means the request's value or the
  /// default.
  private let qualities: [Int?]
  /// The frame rates with smooth motion in descending order; `nil` means the request's value or the
  /// default.
  private let rates: [FrameRate?]
  /// The lower frame rates.
  private let slowRates: [FrameRate]
  /// The divisor of every width and height, in pixels.
  private let sideStep: Int
  private var model = SizeModel()
  /// The last output's reduction and bytes.
  private var last: (step: Step, bytes: Double)
  /// The reduction of the next output.
  private(set) var pending = Step()
  /// Whether a reduction has been measured.
  private var isMeasured = false

  /// The factor of width and height per step.
  private static let sizeStep = 0.985
  /// The minimum width and height.
  private static let smallestSide = 16
  /// The minimum increase of the logarithm of bytes that justifies a third encode.
  private static let minimumGain = 0.02

  /// The reductions of `output`, which has `first.byteCount` bytes, more than `byteLimit`.
  init(
    _ output: OutputRequest, _ format: OutputFormat, isStill: Bool, first: SizeLimitExceeded, sideStep: Int,
    byteLimit: Int
  ) {
    self.output = output
    self.first = first
    self.sideStep = sideStep
    self.byteLimit = byteLimit
    last = (Step(), max(1, Double(first.byteCount)))
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
    let bytes = max(1, Double(byteCount))
    model.correct(pending.shares - last.step.shares, measured: StableMath.log(bytes / last.bytes))
    last = (pending, bytes)
    isMeasured = true
  }

  /// The first reduction that is expected to fit with a margin for the model's error.
  private func nextStep() -> Step? {
    let distance = StableMath.log(Double(byteLimit) / last.bytes)
    let fits = distance >= 0
    func margin(_ shares: SizeModel.Shares) -> Double {
      if !isMeasured { return -0.08 * distance }
      // After an output above the limit, the next one has to fit.
      return 0.01 + 0.7 * model.deviation(shares) - (fits ? 0 : 0.15 * distance)
    }
    let ladder = ladder
    let fitting = ladder.first { step in
      let shares = step.shares - last.step.shares
      return model.change(shares) + margin(shares) <= distance
    }
    guard let step = fitting ?? ladder.last else { return nil }
    if fits { return model.change(step.shares - last.step.shares) > Self.minimumGain ? step : nil }
    return step.change == last.step.change ? nil : step
  }

  /// The reductions in order, each with fewer predicted bytes than the one before.
  private var ladder: [Step] {
    var ladder: [Step] = []
    var change = Change()
    func add() {
      let quality = change.quality.flatMap { reduction?.share($0) } ?? 1
      let frames = (change.rate ?? first.rate).framesPerSecond / first.rate.framesPerSecond
      let area = Double((change.size ?? first.size).area) / Double(first.size.area)
      let shares = SizeModel.Shares(StableMath.log(quality), StableMath.log(frames), StableMath.log(area))
      if let last = ladder.last, model.change(shares) >= model.change(last.shares) { return }
      ladder.append(Step(change: change, shares: shares))
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
