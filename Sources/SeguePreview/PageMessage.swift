import FoundationEssentials

/// A request of the page: the events since the last one, and the frame to draw after them.
struct PageMessage: Sendable {
  /// An error in a message. The error ends the connection, since Segue's page sends only valid messages.
  enum Problem: Error, Hashable {
    case notJSON
    case impossible(String)
  }

  /// A user's action, with times in seconds of the page's clock.
  enum Event: Sendable, Hashable {
    /// The start of a drag; `width` is the stage's width in CSS pixels.
    case press(at: Double, width: Double)
    /// The position in CSS pixels, relative to the start of the drag.
    case move(at: Double, x: Double, y: Double)
    case release(at: Double)
    /// The browser cancelled the drag.
    case lose
    case play, pause, toggle, reverse, reset, cancel
    case seek(Double)
    /// A relative change of progress.
    case step(Double)
    case loop(Bool)
    /// Chooses a transition, with its default parameters, duration and curve.
    case transition(String)
    /// Sets a parameter as typed; `nil` means its default.
    case parameter(name: String, value: String?)
    /// Sets a filter chain as typed; `nil` for none.
    case filter(FilterPlace, String?)
    /// Sets the duration in seconds; `nil` means the transition's default.
    case duration(Double?)
    /// Sets the curve as typed; `nil` means the transition's default.
    case timing(String?)
    /// Requests a download: mp4, webp or gif.
    case export(String)
    /// Seeks to a film's frame.
    case seekFrame(Int)
    /// Steps by a number of film frames.
    case stepFrames(Int)
    /// Changes the transition after the clip with an index, or before the first clip for −1, and
    /// its duration in seconds.
    case change(Int, name: String, seconds: Double)
    /// Saves the film file.
    case save
  }

  /// The number of the message.
  var sequence: UInt32
  /// The page's clock, in seconds.
  var time: Double
  /// The index of the frame size, 0 for full size.
  var level: Int
  /// The events in order.
  var events: [Event]

  /// The size limit of a message, in bytes.
  static let largest = 65_536
  /// The largest number of events in a message. The fastest mouse sends an eighth of this number
  /// per second.
  private static let maximumEvents = 8_192
  /// The size limit of a name or value, in bytes.
  private static let longestText = 4_096

  /// Parses a message.
  /// - Throws: `Problem`.
  init(_ bytes: [UInt8], levels: Int) throws(Problem) {
    guard bytes.count <= PageMessage.largest else { throw .impossible("size") }
    guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(bytes)) else { throw .notJSON }
    guard let sequence = UInt32(exactly: wire.seq), (0..<levels).contains(wire.level) else {
      throw .impossible("level")
    }
    guard wire.events.count <= PageMessage.maximumEvents else { throw .impossible("events") }
    self.sequence = sequence
    time = try PageMessage.number(wire.t, 0...1e9)
    level = wire.level
    events = []
    for event in wire.events { events += try PageMessage.events(event) }
    guard events.count <= PageMessage.maximumEvents else { throw .impossible("events") }
  }

  private static func events(_ wire: WireEvent) throws(Problem) -> [Event] {
    switch wire.do {
    case "press": return [.press(at: try time(wire.t), width: try number(wire.width, 1...1e6))]
    case "move":
      var moves: [Event] = []
      for sample in wire.samples ?? [] {
        guard sample.count == 3 else { throw .impossible("samples") }
        moves.append(
          .move(
            at: try time(sample[0]), x: try number(sample[1], -1e6...1e6),
            y: try number(sample[2], -1e6...1e6)))
      }
      return moves
    case "release": return [.release(at: try time(wire.t))]
    case "seek": return [.seek(try number(wire.value, 0...1))]
    case "step": return [.step(try number(wire.value, -1...1))]
    case "loop": return [.loop(wire.value == 1)]
    case "transition": return [.transition(try text(wire.name))]
    case "parameter": return [.parameter(name: try text(wire.name), value: try wire.text.map(checked))]
    case "filter":
      guard let place = FilterPlace(rawValue: try text(wire.name)) else { throw .impossible("filter") }
      return [.filter(place, try wire.text.map(checked))]
    case "duration":
      return [.duration(try wire.value.map { value throws(Problem) in try number(value, 0.001...86_400) })]
    case "timing": return [.timing(try wire.text.map(checked))]
    case "export": return [.export(try text(wire.name))]
    case "frame": return [.seekFrame(try whole(wire.value, 0...1e9))]
    case "frames": return [.stepFrames(try whole(wire.value, -1e9...1e9))]
    case "change":
      return [
        .change(
          try whole(wire.value, -1...1e5), name: try text(wire.name),
          seconds: try number(wire.seconds, 0...86_400))
      ]
    default:
      guard let event = bare[wire.do] else { throw .impossible("do") }
      return [event]
    }
  }

  /// The events without values.
  private static let bare: [String: Event] = [
    "lose": .lose, "play": .play, "pause": .pause, "toggle": .toggle, "reverse": .reverse, "reset": .reset,
    "cancel": .cancel, "save": .save,
  ]

  private static func whole(_ value: Double?, _ range: ClosedRange<Double>) throws(Problem) -> Int {
    guard let whole = Int(exactly: try number(value, range)) else { throw .impossible("number") }
    return whole
  }

  private static func time(_ value: Double?) throws(Problem) -> Double { try number(value, 0...1e9) }

  private static func number(_ value: Double?, _ range: ClosedRange<Double>) throws(Problem) -> Double {
    guard let value, range.contains(value) else { throw .impossible("number") }
    return value
  }

  private static func text(_ text: String?) throws(Problem) -> String {
    guard let text else { throw .impossible("text") }
    return try checked(text)
  }

  private static func checked(_ text: String) throws(Problem) -> String {
    guard text.utf8.count <= longestText, !text.contains("\0") else { throw .impossible("text") }
    return text
  }

  private struct Wire: Decodable {
    var seq: Int
    var t: Double
    var level: Int
    var events: [WireEvent]
  }

  private struct WireEvent: Decodable {
    var `do`: String
    var t: Double?
    var width: Double?
    var samples: [[Double]]?
    var value: Double?
    var seconds: Double?
    var name: String?
    var text: String?
  }
}

/// The 32 bytes before a frame's pixels, little-endian. They are sequence (4 bytes), width and height (2
/// each), flags (4), velocity (Float), progress (Double), projected progress (Float), and seconds of
/// drawing (Float).
struct FrameHeader: Sendable, Hashable {
  static let size = 32

  var sequence: UInt32
  var width: UInt16
  var height: UInt16
  /// Whether the frame equals the frame that `--at` writes.
  var isExact = false
  /// Whether progress changes without a drag.
  var isRunning = false
  /// Whether a drag is in progress.
  var isHeld = false
  /// Whether the transition plays towards the outgoing picture.
  var isReversed = false
  var velocity: Float
  var progress: Double
  var projected: Float
  var seconds: Float

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(FrameHeader.size)
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(sequence)
    append(width)
    append(height)
    let flags = [isExact, isRunning, isHeld, isReversed].enumerated().reduce(UInt32(0)) {
      $0 | ($1.element ? 1 << UInt32($1.offset) : 0)
    }
    append(flags)
    append(velocity.bitPattern)
    append(progress.bitPattern)
    append(projected.bitPattern)
    append(seconds.bitPattern)
    return bytes
  }
}
