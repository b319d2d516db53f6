/// Which renderer is asked for.
///
/// **Thread-safety:** a value.
public enum BackendPreference: String, Sendable, Hashable, CaseIterable {
  /// A hardware GPU if there is one, else the CPU.
  case auto
  /// OpenGL ES; software GL counts.
  case gpu
  /// This machine's cores.
  case cpu
}
