#if !hasFeature(Embedded)
  extension DisplayLink {
    /// A frame that is due, with its times.
    public struct Tick: Sendable, Hashable {
      /// The index of the frame, from 0; dropped frames count.
      public let frameIndex: Int
      /// The deadline of the frame, in seconds since the deadline of frame 0: index / rate.
      public let timestamp: Double
      /// The deadline of the next frame, in seconds.
      public let targetTimestamp: Double
    }

    /// The frames that are due, in real time, for `for await`: frame 0 immediately, each later one
    /// at its deadline. If the loop's body takes longer, the frames due in the meantime are
    /// dropped. The sequence ends before frame `end`, and when its task is cancelled. Times are
    /// index / rate, without accumulated errors. Their precision depends on the task's executor;
    /// `run(frames:)` on its own thread is more precise.
    public static func ticks(
      rate: FrameRate, frames end: Int = .max
    ) -> some AsyncSequence<Tick, Never> & Sendable {
      let clock = MonotonicFrameClock()
      return Ticks(rate: rate, end: end, now: { clock.now }) { try await Task.sleep(for: .seconds($0)) }
    }

    /// The frames of ``ticks(rate:frames:)`` with the caller's clock.
    /// - Parameters:
    ///   - now: the current time, in seconds; it never decreases.
    ///   - sleep: waits for a number of seconds.
    package static func ticks(
      rate: FrameRate, frames end: Int = .max, now: @escaping @Sendable () -> Double,
      sleep: @escaping @Sendable (Double) async throws -> Void
    ) -> some AsyncSequence<Tick, Never> & Sendable {
      Ticks(rate: rate, end: end, now: now, sleep: sleep)
    }

    /// The frames of ``ticks(rate:frames:)``; each iteration begins at frame 0.
    private struct Ticks: AsyncSequence, Sendable {
      let rate: FrameRate
      let end: Int
      let now: @Sendable () -> Double
      let sleep: @Sendable (Double) async throws -> Void

      /// Begins with frame 0.
      func makeAsyncIterator() -> Iterator { Iterator(frames: self) }

      /// Waits for one frame after the other.
      struct Iterator: AsyncIteratorProtocol {
        private let frames: Ticks
        private var pacer: FramePacer?

        init(frames: Ticks) { self.frames = frames }

        /// The next frame; `nil` at the end.
        mutating func next() async -> Tick? {
          // The previous frame is ready when the next one is requested.
          let now = frames.now()
          var pacer = self.pacer ?? FramePacer(rate: frames.rate, origin: now)
          if self.pacer != nil { pacer.advance(at: now) }
          self.pacer = pacer
          guard pacer.nextIndex < frames.end else { return nil }
          // The system's clock cannot represent times centuries ahead, so a long wait is split into days.
          while case let rest = pacer.nextDeadline - frames.now(), rest > 0 {
            do { try await frames.sleep(Swift.min(rest, 86_400)) } catch { return nil }
          }
          if Task.isCancelled { return nil }
          let index = pacer.nextIndex
          return Tick(
            frameIndex: index, timestamp: frames.rate.time(ofFrame: index),
            targetTimestamp: frames.rate.time(ofFrame: index + 1))
        }
      }
    }
  }
#endif
