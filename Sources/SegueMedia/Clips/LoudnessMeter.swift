import CSegueLoudness

/// Measures the integrated loudness of 48 kHz sound with libebur128.
///
/// **Source:** EBU R 128, ITU-R BS.1770-4: side channels count 1.41 times, the low-frequency
/// channel not at all.
///
/// **Thread-safety:** for one thread.
package final class LoudnessMeter {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channels: Int

  /// A meter for one, two, six or eight channels.
  package init(channels: Int = 2) {
    self.channels = channels
    state = ebur128_init(UInt32(channels), 48_000, Int32(EBUR128_MODE_I.rawValue))
    let places =
      [EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER, EBUR128_UNUSED]
      + (channels == 8
        ? [EBUR128_Mp135, EBUR128_Mm135, EBUR128_Mp090, EBUR128_Mm090]
        : [EBUR128_LEFT_SURROUND, EBUR128_RIGHT_SURROUND])
    guard state != nil, channels > 2 else { return }
    for (index, place) in places.enumerated() {
      ebur128_set_channel(state, UInt32(index), Int32(place.rawValue))
    }
  }

  deinit { ebur128_destroy(&state) }

  /// Adds interleaved samples.
  package func add(_ samples: [Float]) {
    if state != nil { ebur128_add_frames_float(state, samples, samples.count / channels) }
  }

  /// The least number of samples with a loudness: 400 ms.
  package static let shortest = 19_200

  /// The integrated loudness in LUFS; `nil` for silence or less than 400 ms.
  package var integrated: Double? {
    var loudness = -Double.infinity
    if state != nil { ebur128_loudness_global(state, &loudness) }
    return loudness.isFinite ? loudness : nil
  }
}
