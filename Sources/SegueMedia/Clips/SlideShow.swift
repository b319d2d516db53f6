import SegueImaging
import SegueSystem

/// Photographs that share a folder or a name are looked at one by one; frames of a time lapse or of a program have one size,
/// and a timer took them.
extension PictureSequence {
  /// Pictures whose heads are read, and bytes of each.
  private static let (lookedAt, headLength) = (100, 1 << 16)

  /// Why its pictures are photographs, in words that follow their name; `nil` for frames.
  func photographs(limits: DecodingLimits) -> String? {
    let decoder = ImageDecoder(limits: limits)
    var (size, times): (ImageSize?, [Int]) = (nil, [])
    for path in paths.prefix(Self.lookedAt) {
      guard let own = decoder.size(path: path) else { continue }
      if let size, size != own { return "has pictures of several sizes" }
      size = own
      let head = try? InputFile.openOnDisk(path: path)?.head(Self.headLength)
      if let time = head.flatMap(CaptureTime.seconds) { times.append(time) }
    }
    return Self.areTimed(times.sorted()) ? nil : "has pictures that were taken now and then"
  }

  /// Whether most of the steps between `times`, in seconds, are of one length, within a tenth or two seconds.
  private static func areTimed(_ times: [Int]) -> Bool {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard let median = steps.dropFirst(steps.count / 2).first else { return true }
    return 2 * steps.count { abs($0 - median) <= max(2, median / 10) } > steps.count
  }
}
