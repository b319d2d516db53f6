import SegueImaging
import SegueMath
import SegueMotion
import SegueRendering
import SegueRun

/// The motion of a layer along its path: position, scale, rotation and opacity in each film frame.
struct LayerPath: Sendable {
  /// The layer's centre without the path, in pixels of the frame.
  private let rest: (x: Double, y: Double)
  /// The position of the centre in pixels.
  private let x, y: KeyframeTrack?
  private let scale, rotation, opacity: KeyframeTrack?
  /// Whether the layer is rotated along its path.
  private let turns: Bool
  private let rate: FrameRate
  private let keyframes: [Keyframe]

  private struct Keyframe: Sendable {
    var requested: LayerKeyframe
    var time: Double
    /// The layer's centre at the keyframe's place, in pixels; `nil` without a place.
    let center: (x: Double, y: Double)?
  }

  /// The motion of `layer`; `nil` without a path.
  /// - Parameters:
  ///   - center: returns the layer's centre in pixels for a place in the frame.
  ///   - place: the layer's path in errors, such as `titles[0]`.
  /// - Throws: `FilmError.value` for times that are not ascending.
  init?(
    _ layer: some FilmLayer, at rest: (x: Double, y: Double), in size: ImageSize, _ clock: LayerClock,
    _ place: String, center: (FilmTitle.Place) -> (x: Double, y: Double)
  ) throws(FilmError) {
    guard !layer.keyframes.isEmpty else { return nil }
    let keyframes = try clock.timed(layer.keyframes, at: \.time, "\(place).path").map {
      Keyframe(requested: $0, time: $1, center: $0.place.map(center))
    }
    // Values that the first keyframe does not set come from the layer.
    func track(_ rest: Double, _ value: (LayerKeyframe) -> Double?) -> KeyframeTrack? {
      guard keyframes.contains(where: { value($0.requested) != nil }) else { return nil }
      return KeyframeTrack(
        keyframes.enumerated().compactMap { index, keyframe in
          (value(keyframe.requested) ?? (index == 0 ? rest : nil)).map {
            .init(time: keyframe.time, value: $0, timing: keyframe.requested.timing)
          }
        })
    }
    self.rest = rest
    self.keyframes = keyframes
    rate = clock.rate
    x = track(rest.x) { key in key.x.map { $0 * Double(size.width) } ?? key.place.map { center($0).x } }
    y = track(rest.y) { key in key.y.map { $0 * Double(size.height) } ?? key.place.map { center($0).y } }
    scale = track(1, \.scale)
    rotation = track(0, \.rotation)
    opacity = track(1, \.opacity)
    turns = layer.turnsAlongPath
  }

  /// The layer transformed for film frame `index`; unchanged if the path has no effect there.
  func moved(_ layer: RecipeLayer, at index: Int) -> RecipeLayer {
    let time = rate.time(ofFrame: index)
    var layer = layer
    let size = max(0, scale?.value(at: time) ?? 1)
    let turn = (rotation?.value(at: time) ?? 0) * .pi / 180 + (turns ? heading(at: time) : 0)
    if size != 1 || turn != 0 {
      let map = AffineMap.scale(x: size, y: size).then(.rotation(turn)).about(x: rest.x, y: rest.y)
      layer.transform = layer.transform.then(map)
    }
    let (dx, dy) = ((x?.value(at: time) ?? rest.x) - rest.x, (y?.value(at: time) ?? rest.y) - rest.y)
    if dx != 0 || dy != 0 { layer.transform = layer.transform.then(.translation(x: dx, y: dy)) }
    if let opacity { layer.opacity *= min(1, max(0, opacity.value(at: time))) }
    return layer
  }

  /// The direction of motion in radians, clockwise from the right. A layer that stops keeps its last
  /// direction; before its first motion it has the first direction.
  private func heading(at time: Double) -> Double {
    func direction(_ time: Double) -> Double? {
      let (vx, vy) = (x?.velocity(at: time) ?? 0, y?.velocity(at: time) ?? 0)
      return StableMath.hypot(vx, vy) > Self.minimumVelocity ? StableMath.atan2(vy, vx) : nil
    }
    if let now = direction(time) { return now }
    // Check just before each passed keyframe, latest first, then just after the following keyframes.
    let step = KeyframeTrack.shortestStretch / 4
    let times = keyframes.lazy.map(\.time)
    let passed = times.reversed().lazy.filter { $0 <= time }.compactMap { direction($0 - step) }
    let coming = times.filter { $0 > time - step }.compactMap { direction($0 + step) }
    return passed.first ?? coming.first ?? 0
  }

  /// The velocity in pixels per second below which the layer counts as stopped.
  private static let minimumVelocity = 1e-6

  /// The cache key of the motion, with times relative to film frame `first`.
  func fingerprint(from first: Int) -> String {
    let start = rate.time(ofFrame: first)
    let moved = keyframes.map { keyframe in
      var moved = keyframe
      moved.time -= start
      moved.requested.time = .seconds(0)
      return moved
    }
    return " path \(Fingerprint.text(of: (turns, moved)))"
  }
}
