import Synchronization

/// Encoders that keep their memory, lent to one thread at a time.
///
/// **Thread-safety:** every method may be called from any thread.
final class EncoderPool<Encoder>: Sendable {
  private let idle = Mutex<[Box]>([])
  private let make: @Sendable () -> Encoder

  /// Carries an encoder, which only its borrower touches, through the lock.
  private struct Box: @unchecked Sendable {
    let encoder: Encoder
  }

  /// An empty pool; `make` is called when every encoder is lent.
  init(_ make: @escaping @Sendable () -> Encoder) {
    self.make = make
  }

  /// Lends an encoder to `body`.
  func withEncoder<Result>(_ body: (Encoder) throws -> Result) rethrows -> Result {
    let box = idle.withLock { $0.popLast() } ?? Box(encoder: make())
    defer { idle.withLock { $0.append(box) } }
    return try body(box.encoder)
  }
}
