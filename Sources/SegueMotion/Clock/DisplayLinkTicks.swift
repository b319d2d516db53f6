#if !hasFeature(Embedded)
  extension DisplayLink {
    /// A frame that is due.
    public struct Tick: Sendable, Hashable {
      /// The index of the frame.
      public let frameIndex: Int
      /// The time at which it was due, in seconds since frame 0 was: index / rate.
      public let timestamp: Double
      /// The time at which the next frame is due, in seconds.
      public let targetTimestamp: Double
    }

    /// The frames that are due, in real time, for `for await`: frame 0 at once, each later one when its time has come, and
    /// the first that is not yet due where the loop's body took longer. It ends before frame `end`, and when its task is
    /// cancelled. Times are those of a link: they never add up errors. How exact they are is up to the task's
    /// executor; a link of its own thread, by `run(frames:)`, is more exact.
    public static func ticks(
      rate: FrameRate, frames end: Int = .max
    ) -> some AsyncSequence<Tick, Never> & Sendable { Ticks(rate: rate, end: end) }

    /// The frames of ``ticks(rate:frames:)``; each iteration begins at frame 0.
    private struct Ticks: AsyncSequence, Sendable {
      let rate: FrameRate
      let end: Int

      /// Begins with frame 0.
      func makeAsyncIterator() -> Iterator { Iterator(rate: rate, end: end) }

      /// Waits for one frame after the other.
      struct Iterator: AsyncIteratorProtocol {
        private let rate: FrameRate
        private let end: Int
        private var pacer: FramePacer?
        private let clock = MonotonicFrameClock()

        init(rate: FrameRate, end: Int) { (self.rate, self.end) = (rate, end) }

        /// The next frame; `nil` when it has ended.
        mutating func next() async -> Tick? {
          // The frame before is ready when the next one is asked for.
          let now = clock.now
          var pacer = self.pacer ?? FramePacer(rate: rate, origin: now)
          if self.pacer != nil { pacer.advance(at: now) }
          self.pacer = pacer
          guard pacer.nextIndex < end else { return nil }
          // The system's clock knows no times that are further away than centuries.
          while case let rest = pacer.nextDeadline - clock.now, rest > 0 {
            do { try await Task.sleep(for: .seconds(Swift.min(rest, 86_400))) } catch { return nil }
          }
          if Task.isCancelled { return nil }
          let index = pacer.nextIndex
          return Tick(
            frameIndex: index, timestamp: rate.time(ofFrame: index),
            targetTimestamp: rate.time(ofFrame: index + 1))
        }
      }
    }
  }
#endif
