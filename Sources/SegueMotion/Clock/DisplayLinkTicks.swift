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
    ) -> some AsyncSequence<Tick, Never> & Sendable {
      let clock = MonotonicFrameClock()
      return Ticks(rate: rate, end: end, now: { clock.now }) { try await Task.sleep(for: .seconds($0)) }
    }

    /// The frames of ``ticks(rate:frames:)`` by a clock of one's own.
    /// - Parameters:
    ///   - now: the current time, in seconds; it never decreases.
    ///   - sleep: waits for so many seconds.
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

        /// The next frame; `nil` when it has ended.
        mutating func next() async -> Tick? {
          // The frame before is ready when the next one is asked for.
          let now = frames.now()
          var pacer = self.pacer ?? FramePacer(rate: frames.rate, origin: now)
          if self.pacer != nil { pacer.advance(at: now) }
          self.pacer = pacer
          guard pacer.nextIndex < frames.end else { return nil }
          // The system's clock knows no times that are further away than centuries.
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
