import Glibc
import SegueMedia
import SegueSystem

/// The sound of a reversed, boomerang or frozen clip. It is decoded completely, into memory if it is short,
/// else into a temporary file.
///
/// **Thread-safety:** confined to one thread.
final class ReorderedSound {
  private let order: SoundOrder
  private let store: SampleStore
  private var place: Int
  private let channels: Int
  /// The number of samples that were decoded from the source.
  let decoded: Int
  /// The seconds of sound that are missing within the file.
  let missing: Double

  /// Decodes the samples that `order` needs from `source`, and closes it.
  /// - Throws: `SystemError`.
  init(_ order: SoundOrder, _ source: any SampleSource, channels: Int) throws {
    defer { source.close() }
    self.order = order
    self.channels = channels
    place = order.skipped
    store = try SampleStore(count: order.sourceCount, channels: channels)
    var (done, block) = (0, [Float](repeating: 0, count: channels * SampleStore.block))
    while done < order.sourceCount {
      let wanted = min(SampleStore.block, order.sourceCount - done)
      let got = try block.withUnsafeMutableBufferPointer {
        try source.read(into: UnsafeMutableBufferPointer(rebasing: $0[..<(channels * wanted)]))
      }
      try store.append(block[..<(channels * got)])
      done += got
      if got < wanted { break }
    }
    (decoded, missing) = (done, source.missing)
  }

  /// The next `count` samples; missing samples are silent.
  /// - Throws: `SystemError`.
  func read(_ count: Int) throws -> [Float] {
    var samples = [Float](repeating: 0, count: channels * count)
    for index in 0..<count {
      guard let (sample, gain) = order.source(at: place + index), (0..<decoded).contains(sample) else {
        continue
      }
      let values = try store.sample(sample)
      for (channel, value) in values.enumerated() { samples[channels * index + channel] = value * gain }
    }
    place += count
    return samples
  }
}

/// A store of samples, in memory or in a file.
///
/// **Thread-safety:** confined to one thread.
private final class SampleStore {
  /// The number of samples that are written and read at a time.
  static let block = 8192
  /// The maximum number of samples in memory: 30 s, 12 MB for two channels.
  private static let short = 30 * SoundDecoding.sampleRate

  private let channels: Int
  private var samples: [Float] = []
  /// The range of the samples in `samples`, if a file has all of them.
  private var window = 0..<0
  private var file: TemporaryFile?
  private var descriptor: Int32 = -1
  private var written = 0

  /// A store for `count` samples.
  /// - Throws: `SystemError.cannotCreate`.
  init(count: Int, channels: Int) throws {
    self.channels = channels
    guard count > Self.short else { return }
    let file = try TemporaryFile("sound")
    descriptor = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SystemError.caused(by: errno) { .cannotCreate(path: file.path, reason: $0) }
    }
    self.file = file
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// - Throws: `SystemError.cannotCreate` if the disk is full.
  func append(_ values: ArraySlice<Float>) throws {
    guard descriptor >= 0 else { return samples.append(contentsOf: values) }
    try values.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(written + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw failure() }
        done += count
      }
    }
    written += values.count * MemoryLayout<Float>.size
  }

  /// - Throws: `SystemError.cannotCreate` if the file cannot be read.
  func sample(_ index: Int) throws -> ArraySlice<Float> {
    guard descriptor >= 0 else { return samples[channels * index..<channels * (index + 1)] }
    if !window.contains(index) {
      let size = channels * MemoryLayout<Float>.size
      let start = index / Self.block * Self.block
      let length = min(Self.block, written / size - start)
      samples = [Float](repeating: 0, count: channels * length)
      window = start..<start + length
      try samples.withUnsafeMutableBytes { bytes in
        var done = 0
        while done < bytes.count {
          let count = pread(
            descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(start * size + done))
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw failure() }
          done += count
        }
      }
    }
    let place = channels * (index - window.lowerBound)
    return samples[place..<place + channels]
  }

  private func failure() -> SystemError {
    .caused(by: errno) { .cannotCreate(path: "the temporary sound file", reason: $0) }
  }
}
