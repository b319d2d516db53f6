/// Which device a renderer is to draw on.
///
/// **Thread-safety:** a value.
public enum GPUDeviceChoice: Sendable, Hashable {
  /// The first usable one in the order of `GPUDevices.enumerate`, software only where it is allowed.
  case automatic(allowsSoftware: Bool)
  /// This one.
  case device(GPUDevice)
}
