import CSegueLoudness
import Glibc
import SegueSystem

/// Measures the integrated loudness of 48 kHz sound with libebur128.
///
/// **Source:** EBU R 128, ITU-R BS.1770-4: side channels count 1.41 times, the low-frequency
/// channel not at all.
package final class LoudnessMeter {
  private let state: OpaquePointer
  private let channels: Int

  /// A meter for one, two, six or eight channels.
  /// - Throws: `SystemError.libraryMissing` if libebur128 is not installed; `.refused` without memory.
  package init(channels: Int = 2) throws(SystemError) {
    let library = "libebur128"
    guard segue_load_loudness() else {
      throw .libraryMissing(name: library, use: .loudness(package: "libebur128-1"))
    }
    guard let state = segue_loudness_open(UInt32(channels)) else {
      throw .caused(by: ENOMEM) { .programMissing(name: library, cause: .notStarted(reason: $0)) }
    }
    self.state = state
    self.channels = channels
  }

  deinit { segue_loudness_close(state) }
  package func add(_ samples: [Float]) { segue_loudness_add(state, samples, samples.count / channels) }

  /// The minimum number of samples for a measurement: 400 ms.
  package static let shortest = 19_200

  /// The integrated loudness in LUFS; `nil` for silence or less than 400 ms.
  package var integrated: Double? {
    let loudness = segue_loudness_integrated(state)
    return loudness.isFinite ? loudness : nil
  }
}
