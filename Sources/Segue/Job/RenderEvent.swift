import SegueImaging

/// Something that a render chose on its way.
///
/// **Thread-safety:** a value.
public enum RenderEvent: Sendable, Hashable {
  /// Both pictures are decoded and fitted to the frame's `size`.
  case pictures(size: ImageSize, seconds: Double)
  /// What draws, and why that one.
  case renderer(device: String, reason: String)
  /// The encoder's program and arguments, a word each.
  case encoder(command: [String])
}
