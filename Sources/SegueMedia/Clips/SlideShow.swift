import SegueImaging
import SegueSystem

/// Detects photographs in a folder or pattern, which are shown one by one. Frames of a time lapse
/// or a renderer have one size and even capture times.
extension PictureSequence {
  private static let maximumPictures = 100
  /// The number of bytes at a file's start in which the capture time is searched.
  private static let headLength = 1 << 16

  /// The reason why the pictures count as photographs, worded as a predicate after the sequence's
  /// name; `nil` for frames.
  func photographs(limits: DecodingLimits) -> String? {
    let decoder = ImageDecoder(limits: limits)
    var (size, times): (ImageSize?, [Int]) = (nil, [])
    for path in paths.prefix(Self.maximumPictures) {
      guard let own = decoder.size(path: path) else { continue }
      if let size, size != own { return "has pictures of several sizes" }
      size = own
      let head = try? InputFile.openOnDisk(path: path)?.head(Self.headLength)
      if let time = head.flatMap(CaptureTime.seconds) { times.append(time) }
    }
    return Self.areTimed(times.sorted()) ? nil : "has pictures taken at irregular intervals"
  }

  /// Whether most steps between `times`, in seconds, differ from the median by at most a tenth of
  /// it or 2 s.
  private static func areTimed(_ times: [Int]) -> Bool {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard let median = steps.dropFirst(steps.count / 2).first else { return true }
    return 2 * steps.count { abs($0 - median) <= max(2, median / 10) } > steps.count
  }
}
