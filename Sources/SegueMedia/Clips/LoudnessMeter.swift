import CSegueLoudness

/// Measures how loud a sound of two channels at 48 kHz is, from its first sample to its last, by libebur128.
///
/// **Source:** EBU R 128, ITU-R BS.1770-4.
///
/// **Thread-safety:** for one thread.
package final class LoudnessMeter {
  private var state = ebur128_init(2, 48_000, Int32(EBUR128_MODE_I.rawValue))

  /// A meter that has heard nothing yet.
  package init() {}

  deinit { ebur128_destroy(&state) }

  /// Takes the next samples, two values each.
  package func add(_ samples: [Float]) {
    if state != nil { ebur128_add_frames_float(state, samples, samples.count / 2) }
  }

  /// Samples of the shortest sound that has a loudness: 400 ms.
  package static let shortest = 19_200

  /// The loudness of all of it in LUFS; `nil` for silence, or less than 400 ms.
  package var integrated: Double? {
    var loudness = -Double.infinity
    if state != nil { ebur128_loudness_global(state, &loudness) }
    return loudness.isFinite ? loudness : nil
  }
}
