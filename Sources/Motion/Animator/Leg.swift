/// One uninterrupted piece of an animator's way, from a value to 0 or 1, in its own time.
///
/// Before it moves it is exactly at its start, from its duration on exactly at its end: a spring is cut
/// there.
///
/// **Thread-safety:** a value.
struct Leg: Sendable, Hashable {
  private enum Path: Sendable, Hashable {
    case none
    case glide(Glide)
    case spring(SpringMotion)
    case landing(Landing)
  }

  let start: Double
  let end: Double
  /// From the leg's time 0 until everything that moves together is at rest, in seconds.
  let duration: Double
  /// When it starts to move.
  private let wait: Double
  /// How long it moves.
  private let moving: Double
  private let path: Path

  /// A way along `curve` that moves in the window `wait ..< wait + moving` of `duration`.
  ///
  /// A spring that already moves goes on at that velocity instead of its own initial velocity; a fitted one
  /// keeps the frequency that it has without velocity. A spring made of mass and stiffness moves until it has
  /// settled.
  init(
    from start: Double, to end: Double, velocity: Double, along curve: TimingCurve, wait: Double = 0,
    moving requested: Double, duration requestedDuration: Double
  ) {
    self.start = start
    self.end = end
    self.wait = wait
    guard requested > 0, start != end || velocity != 0 else {
      (moving, duration, path) = (0, start == end && velocity == 0 ? 0 : requestedDuration, .none)
      return
    }
    let displacement = start - end
    switch curve {
    case .physicalSpring(let spring):
      let own = -displacement * spring.initialVelocity
      let motion = spring.motion(displacement: displacement, velocity: velocity == 0 ? own : velocity)
      (moving, path) = (motion.settlingDuration, .spring(motion))
      duration = wait + moving
    case .fittedSpring(let spring):
      let fitted = velocity == 0 ? spring : FittedSpring(dampingRatio: spring.dampingRatio)
      let motion = SpringMotion(
        angularFrequency: fitted.angularFrequency(fittedTo: requested), dampingRatio: spring.dampingRatio,
        displacement: displacement,
        velocity: velocity == 0 ? -displacement * spring.initialVelocity : velocity)
      (moving, duration, path) = (requested, requestedDuration, .spring(motion))
    case .linear, .cubicBezier, .steps:
      let function = curve.function(over: requested)
      path = .glide(Glide(from: start, to: end, velocity: velocity, along: function))
      (moving, duration) = (requested, requestedDuration)
    }
  }

  /// A way that starts at the velocity of a released finger and lands without turning back.
  init(landingFrom start: Double, to end: Double, velocity: Double, duration: Double) {
    self.start = start
    self.end = end
    (wait, moving, self.duration) = (0, duration, duration)
    let landing = Landing(from: start, to: end, velocity: velocity, duration: duration)
    path = duration > 0 ? .landing(landing) : .none
  }

  func value(at time: Double) -> Double {
    let t = time - wait
    if time >= duration || t >= moving { return end }
    if t <= 0 { return start }
    switch path {
    case .none: return end
    case .glide(let glide): return glide.value(at: t)
    case .spring(let motion): return end + motion.displacement(at: t)
    case .landing(let landing): return landing.value(at: t)
    }
  }

  func velocity(at time: Double) -> Double {
    let t = time - wait
    if time >= duration || t >= moving || t < 0 { return 0 }
    switch path {
    case .none: return 0
    case .glide(let glide): return glide.velocity(at: t)
    case .spring(let motion): return motion.velocity(at: t)
    case .landing(let landing): return landing.velocity(at: t)
    }
  }
}
