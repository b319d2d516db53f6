/// Which device a renderer is to draw on.
///
/// **Thread-safety:** a value.
package enum GPUDeviceChoice: Sendable, Hashable {
  /// The first usable one in the order of `GPUDevices.enumerate`, software only where it is allowed.
  /// Those called `excluding` are passed over.
  case automatic(allowsSoftware: Bool, excluding: Set<String> = [])
  /// This one.
  case device(GPUDevice)
}
