/// Which program encodes, and how long it is waited for.
///
/// **Thread-safety:** a value.
public struct EncoderProgram: Sendable, Hashable {
  /// A path, or a name that is looked up in PATH.
  public var executable: String
  /// How long it may take nothing before it is ended.
  public var stallLimit: Duration
  /// How long it has to leave after SIGTERM before SIGKILL follows.
  public var gracePeriod: Duration

  /// `ffmpeg` from PATH, 30 seconds to stall, 2 seconds to leave.
  public init(
    executable: String = "ffmpeg", stallLimit: Duration = .seconds(30), gracePeriod: Duration = .seconds(2)
  ) {
    self.executable = executable
    self.stallLimit = stallLimit
    self.gracePeriod = gracePeriod
  }

  /// The name for messages.
  var name: String { OutputPath.name(of: executable) }
}
