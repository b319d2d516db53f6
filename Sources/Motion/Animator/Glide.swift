/// The way along a timing curve for something that moves already.
///
/// From a with velocity v to b in T along the curve K it is a + w·(K − a) + v·t·(1 − t/T₁)² (the last term
/// until T₁), w = 3s² − 2s³ and s = t/T. It starts at a with velocity v whatever the curve's slope, and ends
/// on the curve. T₁ is T, or less where coasting would cover more than half of what is left before 0 or 1; at
/// least T/10.
///
/// **Thread-safety:** a value.
struct Glide: Sendable, Hashable {
  let start: Double
  let end: Double
  let velocity: Double
  let function: TimingFunction
  private let coasting: Double

  init(from start: Double, to end: Double, velocity: Double, along function: TimingFunction) {
    self.start = start
    self.end = end
    self.velocity = velocity
    self.function = function
    let room = max(0, velocity > 0 ? 1 - start : start)
    // v·t·(1 − t/T₁)² is highest at T₁/3, with 4/27 of v·T₁.
    let gentle = velocity == 0 ? function.duration : 27.0 / 8 * room / abs(velocity)
    coasting = min(function.duration, max(function.duration / 10, gentle))
  }

  func value(at time: Double) -> Double {
    let progress = function.value(at: time)
    if velocity == 0 { return start + (end - start) * progress }
    let s = time / function.duration
    let rest = max(0, 1 - time / coasting)
    return start + s * s * (3 - 2 * s) * (end - start) * progress + velocity * time * rest * rest
  }

  func velocity(at time: Double) -> Double {
    let speed = (end - start) * function.velocity(at: time)
    if velocity == 0 { return speed }
    let s = time / function.duration
    let rest = max(0, 1 - time / coasting)
    let weightSpeed = 6 * s * (1 - s) / function.duration
    return s * s * (3 - 2 * s) * speed + weightSpeed * (end - start) * function.value(at: time)
      + velocity * rest * (rest - 2 * time / coasting)
  }
}
